-- What the session that follows the second step writes down of a sign-in with a provider: link and membership (P-IDENTITY-4).
ALTER TABLE factor_challenge ADD COLUMN identity jsonb;
