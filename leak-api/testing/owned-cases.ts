import { caseDetailSchema } from '@atalaia/contracts/cases'
import { type Database, sql } from '@atalaia/database'
import { array, nullable, object, string } from 'zod/mini'
import type { AlertParts } from '../src/notify/alerts/send-alerts.ts'
import { createStopLinks } from '../src/notify/alerts/stop-link.ts'
import { createTestApi } from './test-api.ts'

export const ANA = 'ana@acme.com'
export const BIA = 'bia@acme.com'
export const ORIGIN = 'https://atalaia.example'

const mailSchema = object({ to: string(), subject: string(), body: nullable(string()), stop: nullable(string()) })

export const createOwnedCases = async (
  database: Database,
  { tell, kind }: { readonly tell: (parts: AlertParts) => Promise<void>; readonly kind: string },
) => {
  const api = await createTestApi(database)
  const token = await api.tokenOf(ANA)
  for (const email of [BIA, 'rui@rival.com']) await api.tokenOf(email)
  const acme = `(SELECT organisation_id FROM account WHERE email = '${ANA}')`
  await database.script(`UPDATE account SET mailbox_proved_at = now(); DELETE FROM mail;
    INSERT INTO membership (account_id, organisation_id, role, since)
      SELECT id, ${acme}, 'analyst', now() FROM account WHERE email = '${BIA}'`)
  const order = async (path: string, payload: object, by: string) => {
    const headers = { authorization: `Bearer ${by}` }
    return (await api.app.inject({ method: 'POST', url: `/api${path}`, headers, payload })).json()
  }
  const [{ id: organisation } = { id: '' }] = await database.query(
    object({ id: string() }),
    sql`SELECT ${sql.raw(acme)}::text AS id`,
  )
  const post = async (path: string, payload: object, by = ANA) => {
    const own = (await api.login(by)).json().access_token
    const entered = by === ANA ? own : (await order(`/organizacoes/${organisation}/entrar`, {}, own)).access_token
    return order(path, payload, entered)
  }
  await api.importText('forum', 'a@acme.com:um\nb@acme.com:um\nc@acme.com:um')
  for (const name of ['a', 'b', 'c']) await api.add(`${name}@acme.com`, token)
  const rows = array(object({ id: string(), email: string() })).parse((await api.get('/emails', token)).json())
  const change = async (address: string, wanted: { responsavel?: string; prazo?: string; estado?: string }) => {
    const id = rows.find(({ email }) => email === address)?.id ?? ''
    const { access_token: fresh } = (await api.login(ANA)).json()
    const { caso } = caseDetailSchema.parse((await api.get(`/emails/${id}/caso?fonte=forum`, fresh)).json())
    const [owner] = await database.query(
      object({ id: string() }),
      sql`SELECT id::text FROM account WHERE email = ${wanted.responsavel ?? ANA}`,
    )
    const responsavel = wanted.responsavel === undefined ? {} : { responsavel: owner?.id }
    await post(`/emails/${id}/caso`, { fonte: 'forum', versao: caso.versao, ...wanted, ...responsavel })
  }
  const set = (frequencia: string, by = ANA) => post('/alertas', { frequencia, gravidade_minima: 'critica' }, by)
  const stopLinks = createStopLinks(api.keys.link, `${ORIGIN}/api`)
  const look = (on: Database = database) => tell({ database: on, origin: ORIGIN, stopLinks, clock: api.clock })
  const lookAt = (instant: string) => {
    api.clock.set(instant)
    return look()
  }
  const mails = () =>
    database.query(
      mailSchema,
      sql`SELECT recipient AS "to", subject, body, stop_link AS stop FROM mail WHERE kind = ${kind}
       ORDER BY added_at, recipient`,
    )
  const told = async () => (await mails()).map(({ to, subject }) => `${to} ${subject}`)
  return { api, acme, change, set, look, lookAt, mails, told }
}
