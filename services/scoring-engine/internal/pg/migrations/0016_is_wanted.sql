-- +goose Up
-- Whether what was noted of a calculation leaves it wanted: nobody has cancelled it, or before it was wanted. What a person
-- asked for at a moment does not come back with what was asked for later; what is due, of which nobody knows when it was
-- wanted, comes back as soon as somebody asks.
CREATE FUNCTION is_wanted(cancelled_at timestamptz, stage text, since timestamptz, asked boolean) RETURNS boolean LANGUAGE sql IMMUTABLE
    AS $$ SELECT cancelled_at IS NULL OR cancelled_at < since OR (NOT asked AND stage <> 'cancelled') $$;

-- +goose Down
DROP FUNCTION is_wanted;
