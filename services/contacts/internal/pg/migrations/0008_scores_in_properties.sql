-- +goose Up

-- Of which calculation the scores in a property are. They win over what files gave the property.
CREATE TABLE property_fills (
    database_id integer NOT NULL,
    property_id integer NOT NULL,
    scoring_id uuid NOT NULL,
    -- puls.type.v1.Channel
    channel smallint NOT NULL,
    generated_date date NOT NULL,
    revision integer NOT NULL,
    -- When the calculation was committed.
    made_at timestamptz NOT NULL,
    CONSTRAINT property_fills_pkey PRIMARY KEY (database_id, property_id)
);
ALTER TABLE property_fills ENABLE ROW LEVEL SECURITY;
ALTER TABLE property_fills FORCE ROW LEVEL SECURITY;
CREATE POLICY account ON property_fills TO puls_contacts USING (database_id IN (SELECT d.id FROM databases d));
CREATE POLICY system ON property_fills TO puls_contacts_system USING (true);

-- The scores: one byte for each contact number of a chunk, 0 to 100, or 255 for a contact without one.
CREATE TABLE property_cells (
    database_id integer NOT NULL,
    property_id integer NOT NULL,
    chunk integer NOT NULL,
    cells bytea NOT NULL,
    CONSTRAINT property_cells_pkey PRIMARY KEY (database_id, chunk, property_id)
);
ALTER TABLE property_cells ALTER COLUMN cells SET STORAGE EXTERNAL;
ALTER TABLE property_cells ENABLE ROW LEVEL SECURITY;
ALTER TABLE property_cells FORCE ROW LEVEL SECURITY;
CREATE POLICY account ON property_cells TO puls_contacts USING (database_id IN (SELECT d.id FROM databases d));
CREATE POLICY system ON property_cells TO puls_contacts_system USING (true);

-- +goose Down
DROP TABLE property_cells, property_fills;
