-- name: DeleteOlderReceipts :exec
DELETE FROM property_receipts
WHERE account_id = $1 AND scoring_id = $2 AND channel = $3 AND generated_date = $4 AND revision < $5;

-- name: PutReceipt :exec
INSERT INTO property_receipts (account_id, scoring_id, channel, generated_date, uid, property_id, revision, property_name,
    written_count, skipped, written_at)
VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)
ON CONFLICT (scoring_id, channel, generated_date, uid, property_id) DO NOTHING;

-- name: ListReceipts :many
SELECT uid, property_id, property_name, revision, written_count, skipped, written_at FROM property_receipts
WHERE account_id = $1 AND scoring_id = $2 AND channel = $3 AND generated_date = $4
ORDER BY uid, property_id;

-- name: ForgetReceipts :execrows
DELETE FROM property_receipts WHERE (scoring_id, channel, generated_date, uid, property_id) IN (
    SELECT r.scoring_id, r.channel, r.generated_date, r.uid, r.property_id FROM property_receipts r WHERE r.generated_date < $1
    LIMIT $2 FOR UPDATE SKIP LOCKED);
