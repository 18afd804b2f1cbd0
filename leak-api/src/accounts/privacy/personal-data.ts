import { sql } from '@atalaia/database'
import { NAME } from '../../base/people/members-repository.ts'
import type { PersonalData } from './personal-table.ts'
import { PERSONAL_WORK } from './personal-work.ts'

/**
 * Every table with an account reference or a mailbox (a test finds missing tables). A person's file
 * has these rows. Watched addresses and their leaks belong to the organisation (P-PRIVACY-1).
 */
export const PERSONAL_DATA: readonly PersonalData[] = [
  {
    table: 'account',
    what: 'address, name, hash of the password, day of the sign-up, of the mailbox proof and of the deletion',
    until: 'the account is deleted',
    rows: (
      own,
    ) => sql`SELECT email, person_name AS nome, created_at AS criada_em, mailbox_proved_at AS caixa_confirmada_em, leaves_at AS exclui_em
      FROM account WHERE id = ${own.id}::uuid AND email = ${own.email}`,
  },
  {
    table: 'known_network',
    what: 'keyed hashes of the networks of its logins, and the last time',
    until: 'the account is deleted',
    rows: (own) => sql`SELECT last_login AS ultimo_acesso FROM known_network, account
      WHERE account_id = id AND id = ${own.id}::uuid AND email = ${own.email} ORDER BY 1`,
  },
  {
    table: 'session',
    what: 'device, network block, provider, beginning and last use of each session',
    until: 'the session ends',
    rows: (
      own,
    ) => sql`SELECT device AS aparelho, network AS rede, provider AS provedor, session.created_at AS inicio, seen_at AS ultimo_uso
      FROM session JOIN account ON account_id = account.id WHERE account.id = ${own.id}::uuid AND email = ${own.email} ORDER BY 4`,
  },
  {
    table: 'account_link',
    what: 'hashes of mailed links, and the new address of a change of address',
    until: 'a link of its purpose is used, a person asks for a link after its end, or the account is deleted',
    rows: (
      own,
    ) => sql`SELECT purpose AS finalidade, sent_at AS enviado_em, expires_at AS vale_ate, new_email AS endereco_novo
      FROM account_link JOIN account ON account_id = id WHERE id = ${own.id}::uuid AND email = ${own.email} ORDER BY 1`,
  },
  {
    table: 'authenticator_app',
    what: 'the encrypted secret of its authenticator app, and the time of its confirmation',
    until: 'the app is removed, or the account is deleted',
    rows: (own) => sql`SELECT confirmed_at AS confirmado_em FROM authenticator_app JOIN account ON account_id = id
      WHERE id = ${own.id}::uuid AND email = ${own.email}`,
  },
  {
    table: 'passkey',
    what: 'public key, name and use of each of its passkeys',
    until: 'the passkey is removed, or the account is deleted',
    rows: (own) => sql`SELECT name AS nome, added_at AS desde, last_used_at AS ultimo_uso
      FROM passkey JOIN account ON account_id = account.id WHERE account.id = ${own.id}::uuid AND email = ${own.email} ORDER BY 2`,
  },
  {
    table: 'recovery_code',
    what: 'keyed hashes of its recovery codes',
    until: 'the code is used or replaced, or the account is deleted',
    rows: (own) => sql`SELECT count(*)::int AS por_usar FROM recovery_code JOIN account ON account_id = id
      WHERE id = ${own.id}::uuid AND email = ${own.email} HAVING count(*) > 0`,
  },
  {
    table: 'factor_challenge',
    what: 'hashes of second steps in progress, and the answer of a provider before them',
    until: 'some minutes',
    rows: (
      own,
    ) => sql`SELECT purpose AS finalidade, identity AS dito_pelo_provedor, expires_at AS vale_ate FROM factor_challenge JOIN account ON account_id = id
      WHERE id = ${own.id}::uuid AND email = ${own.email} ORDER BY 3`,
  },
  {
    table: 'account_identity',
    what: 'its identities at providers, with the address there, and when each was linked and used',
    until: 'the identity is removed, or the account is deleted',
    rows: (own) => sql`SELECT issuer AS provedor, subject AS identificador, account_identity.email AS email_no_provedor,
        linked_at AS ligada_em, last_used_at AS usada_em
      FROM account_identity JOIN account ON account_id = account.id
      WHERE account.id = ${own.id}::uuid AND account.email = ${own.email} ORDER BY linked_at`,
  },
  {
    table: 'sign_in',
    what: 'the answer of a provider in a sign-in in progress',
    until: 'some minutes',
    rows: (own) => sql`SELECT provider AS provedor, identity AS dito_pelo_provedor, expires_at AS vale_ate
      FROM sign_in JOIN account ON account_id = id WHERE id = ${own.id}::uuid AND email = ${own.email} ORDER BY 3`,
  },
  {
    table: 'company_join',
    what: 'the organisations that it joined by a sign-in at their provider, and when',
    until: 'the account or the organisation is deleted',
    rows: (own) => sql`SELECT ${NAME} AS organizacao, joined_at AS em FROM company_join
      JOIN account ON account_id = account.id JOIN organisation ON organisation.id = company_join.organisation_id
      WHERE account.id = ${own.id}::uuid AND email = ${own.email} ORDER BY 2`,
  },
  {
    table: 'scim_user',
    what: "the entry in an organisation's directory: user name, address, active or not",
    until: 'the directory or the organisation deletes it',
    rows: (own) => sql`SELECT user_name AS usuario, scim_user.email, external_id AS identificador, active AS ativo,
        scim_user.created_at AS desde, changed_at AS alterado_em
      FROM scim_user JOIN account ON account_id = account.id
      WHERE account.id = ${own.id}::uuid AND account.email = ${own.email} ORDER BY 5`,
  },
  {
    table: 'membership',
    what: 'the organisations that it is in, its role there, since when, when it was there last, and when its first steps ended',
    until: 'it leaves the organisation, or is deleted',
    rows: (own) => sql`SELECT ${NAME} AS organizacao, role AS papel, since AS desde, called_at AS ultima_visita,
        first_steps_ended_at AS primeiros_passos_encerrados_em
      FROM membership JOIN account ON account_id = account.id JOIN organisation ON organisation.id = membership.organisation_id
      WHERE account.id = ${own.id}::uuid AND email = ${own.email} ORDER BY 3`,
  },
  {
    table: 'invitation',
    what: 'the invited mailbox, and the person who invited it',
    until: 'somebody accepts it or takes it back, or 7 days',
    rows: (own) => sql`SELECT role AS papel, sent_at AS enviado_em, invitation.expires_at AS vale_ate
      FROM invitation JOIN account ON mailbox = email WHERE account.id = ${own.id}::uuid AND email = ${own.email} ORDER BY 2`,
  },
  {
    table: 'mailbox_code',
    what: 'the mailboxes to which an organisation sent a code, with a hash of the code',
    until: 'the code is used, or ended a day ago',
    rows: (own) => sql`SELECT sent_at AS enviado_em, mailbox_code.expires_at AS vale_ate
      FROM mailbox_code JOIN account ON mailbox = email WHERE account.id = ${own.id}::uuid AND email = ${own.email} ORDER BY 1`,
  },
  {
    table: 'alert_setting',
    what: 'its choice of alerts in each organisation, and when',
    until: 'it leaves the organisation, or is deleted',
    rows: (
      own,
    ) => sql`SELECT ${NAME} AS organizacao, channel AS canal, frequency AS frequencia, least AS gravidade_minima,
        mailed_at AS ultimo_envio, cases_told_on AS casos_avisados_em
      FROM alert_setting JOIN account ON account_id = account.id
      JOIN organisation ON organisation.id = alert_setting.organisation_id
      WHERE account.id = ${own.id}::uuid AND email = ${own.email} ORDER BY 1, 2`,
  },
  {
    table: 'push_subscription',
    what: 'browsers that show its alerts: device, encrypted address at a push service, since when, last push',
    until: 'it turns them off, leaves the organisation or ends the session; or the push service forgets the browser',
    rows: (
      own,
    ) => sql`SELECT ${NAME} AS organizacao, device AS navegador, push_subscription.created_at AS desde, sent_at AS ultimo_envio
      FROM push_subscription JOIN account ON account_id = account.id
      JOIN organisation ON organisation.id = push_subscription.organisation_id
      WHERE account.id = ${own.id}::uuid AND email = ${own.email} ORDER BY 3`,
  },
  {
    table: 'alert',
    what: 'the findings of the alerts that it received',
    until: 'the account or the address is deleted',
    rows: (
      own,
    ) => sql`SELECT channel AS canal, address AS endereco, name AS fonte, reopened_at AS reaberto_em, outcome AS situacao, ended_at AS em
      FROM alert JOIN account ON account_id = account.id JOIN monitored_address ON monitored_address.id = monitored_id
      JOIN source ON source.id = source_id WHERE account.id = ${own.id}::uuid AND email = ${own.email} ORDER BY 2, 3`,
  },
  {
    table: 'installation_operator',
    what: 'that it runs the installation, and since when',
    until: 'the operator removes it, or the account is deleted',
    rows: (own) => sql`SELECT added_at AS desde FROM installation_operator JOIN account ON account_id = id
      WHERE id = ${own.id}::uuid AND email = ${own.email}`,
  },
  {
    table: 'support_access',
    what: 'as an operator: the organisations that it asked to see, why, and until when',
    until: 'it is no longer an operator, or the organisation is deleted',
    rows: (
      own,
    ) => sql`SELECT support_access.organisation_id::text AS organizacao, reason AS motivo, asked_at AS pedido_em, granted_at AS concedido_em,
        ended_at AS encerrado_em
      FROM support_access JOIN account ON operator_id = account.id WHERE account.id = ${own.id}::uuid AND email = ${own.email} ORDER BY asked_at`,
  },
  {
    table: 'address_step',
    what: 'the steps of checklists that it has done',
    until: 'the address is removed; from the deletion of the account on, without the account',
    rows: (own) => sql`SELECT address AS endereco, step AS passo, done_at AS feito_em
      FROM address_step JOIN account ON account_id = account.id JOIN monitored_address ON monitored_address.id = monitored_id
      WHERE account.id = ${own.id}::uuid AND email = ${own.email} ORDER BY 3`,
  },
  ...PERSONAL_WORK,
  {
    table: 'delivery',
    what: 'recipient, subject and time of the mails and pushes to it; their text until they are sent',
    until: '30 days after the mail; a push goes with its browser',
    rows: (own) => sql`SELECT kind AS tipo, subject AS assunto, added_at AS em, outcome AS situacao
      FROM delivery, account WHERE (recipient = email OR subscription_id IN (
        SELECT id FROM push_subscription WHERE account_id = account.id))
        AND account.id = ${own.id}::uuid AND email = ${own.email} ORDER BY added_at`,
  },
]
