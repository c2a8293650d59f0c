-- +goose Up
-- What is queued is noted and changed once or more until it is done: with room beside it on its page, no index is.
ALTER TABLE progress SET (fillfactor = 50);

-- +goose Down
ALTER TABLE progress RESET (fillfactor);
