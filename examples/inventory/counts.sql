-- What was counted by hand last, shelf by shelf. A shelf without a row here was never counted.
CREATE TABLE counts (
    sku        TEXT NOT NULL,
    warehouse  TEXT NOT NULL,
    counted    INTEGER NOT NULL CHECK (counted >= 0),
    counted_on TEXT NOT NULL, -- YYYY-MM-DD, UTC
    PRIMARY KEY (sku, warehouse),
    FOREIGN KEY (sku, warehouse) REFERENCES stock (sku, warehouse)
) STRICT, WITHOUT ROWID;
