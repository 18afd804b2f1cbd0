-- The moment at which a removal was taken back: an import that runs then has not looked for the address (M-IMPORT-22).
ALTER TABLE monitored_address ADD COLUMN returned_at timestamptz;
-- An address that comes back was told of before (P-NEW-2).
ALTER TABLE removed_address ADD COLUMN told_since timestamptz;
