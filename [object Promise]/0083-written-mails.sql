-- A mail that was written into a file was not sent.
ALTER TABLE delivery
  DROP CONSTRAINT mail_outcome_check,
  ADD CONSTRAINT delivery_outcome_check CHECK (outcome IN ('sent', 'written', 'refused', 'expired'));
