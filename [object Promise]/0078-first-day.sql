-- The name of a person, '' where none was given. 80 characters, as in shared/contracts/src/account.ts.
ALTER TABLE account ADD COLUMN person_name text NOT NULL DEFAULT '' CHECK (char_length(person_name) <= 80);

-- The first steps of a person in an organisation (P-START-1) are over. Whoever works here already needs none.
ALTER TABLE membership ADD COLUMN first_steps_ended_at timestamptz DEFAULT now();
ALTER TABLE membership ALTER COLUMN first_steps_ended_at DROP DEFAULT;
