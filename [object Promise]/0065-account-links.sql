-- A newer link of an account ends no older one: several of one purpose stand side by side (P-ACCOUNT-2).
ALTER TABLE account_link DROP CONSTRAINT account_link_pkey;
ALTER TABLE account_link DROP CONSTRAINT account_link_token_hash_key;
ALTER TABLE account_link ADD PRIMARY KEY (token_hash);
CREATE INDEX account_link_account ON account_link (account_id, purpose, sent_at);
