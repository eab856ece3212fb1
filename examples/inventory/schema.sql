CREATE TABLE warehouses (
    code TEXT PRIMARY KEY,
    city TEXT NOT NULL UNIQUE COLLATE NOCASE
) STRICT;

CREATE TABLE products (
    sku       TEXT PRIMARY KEY,
    name      TEXT NOT NULL,
    category  TEXT NOT NULL,
    lead_days INTEGER NOT NULL CHECK (lead_days > 0) -- from order to delivery
) STRICT;

-- A product without a row here is not kept in that warehouse: it has no units.
CREATE TABLE stock (
    sku       TEXT NOT NULL REFERENCES products (sku),
    warehouse TEXT NOT NULL REFERENCES warehouses (code),
    on_hand   INTEGER NOT NULL CHECK (on_hand >= 0),
    reserved  INTEGER NOT NULL CHECK (reserved BETWEEN 0 AND on_hand),
    PRIMARY KEY (sku, warehouse)
) STRICT, WITHOUT ROWID;

-- The unique keys of the next two make a repeated call harmless.
CREATE TABLE reorders (
    id           INTEGER PRIMARY KEY,
    sku          TEXT NOT NULL REFERENCES products (sku),
    warehouse    TEXT NOT NULL REFERENCES warehouses (code),
    units        INTEGER NOT NULL CHECK (units > 0),
    status       TEXT NOT NULL CHECK (status IN ('requested', 'confirmed', 'shipped', 'received')),
    requested_on TEXT NOT NULL, -- dates are YYYY-MM-DD, UTC
    expected_on  TEXT NOT NULL,
    caller       TEXT NOT NULL,
    request_key  TEXT NOT NULL,
    UNIQUE (caller, request_key)
) STRICT;

CREATE TABLE allocations (
    id              INTEGER PRIMARY KEY,
    sku             TEXT NOT NULL REFERENCES products (sku),
    warehouse       TEXT NOT NULL REFERENCES warehouses (code),
    units           INTEGER NOT NULL CHECK (units > 0),
    order_reference TEXT NOT NULL,
    available_after INTEGER NOT NULL,
    caller          TEXT NOT NULL,
    request_key     TEXT NOT NULL,
    UNIQUE (caller, request_key)
) STRICT;
