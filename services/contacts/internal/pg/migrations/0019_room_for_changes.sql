-- +goose Up

-- Half of a page stays free, so that all of its contacts can be changed where they are: a file that changes every contact
-- then touches no index. Pages that are full already fill up as before until their contacts have moved.
ALTER TABLE contacts SET (fillfactor = 50);

-- +goose Down
ALTER TABLE contacts SET (fillfactor = 90);
