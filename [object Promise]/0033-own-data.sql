-- A link may also move an account to another address: that whose mailbox was sent it.
ALTER TABLE account_link DROP CONSTRAINT account_link_purpose_check;
ALTER TABLE account_link ADD CONSTRAINT account_link_purpose_check CHECK (purpose IN ('proof', 'reset', 'address'));
ALTER TABLE account_link ADD COLUMN new_email text COLLATE "C" CHECK ((new_email IS NOT NULL) = (purpose = 'address'));
