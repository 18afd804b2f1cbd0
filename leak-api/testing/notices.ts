import { personNoticeSchema } from '@atalaia/contracts/notices'
import { type Database, sql } from '@atalaia/database'
import { object, string } from 'zod/mini'
import { createNoticeLink } from '../src/notices/notice-links.ts'
import { createTestApi } from './test-api.ts'

export const SENDER = 'seguranca@acme.com'
export const BIA = 'bia@acme.com'

export const createNoticeWorld = async (database: Database) => {
  const api = await createTestApi(database)
  const token = await api.tokenOf(SENDER)
  await database.execute(sql`UPDATE account SET mailbox_proved_at = now()`)
  await database.execute(sql`UPDATE organisation SET name = 'Acme' WHERE id > 0`)
  for (const address of [BIA, 'caio@acme.com']) await api.add(address, token)
  await api.importText('forum', `${BIA}:antiga\ncaio@acme.com:segredo do caio`, '2026-11-01')
  await api.importText('loja', `${BIA}:outra\n${BIA}:antiga`, '2026-11-02')
  const notify = async (address = BIA, sources: readonly string[] = ['forum']) => {
    const [notice] = await database.query(
      object({ id: string() }),
      sql`INSERT INTO notice (organisation_id, monitored_id, account_id, language, above, below, sent_at, expires_at)
        SELECT organisation_id, mine.id, (SELECT id FROM account ORDER BY created_at LIMIT 1), 'pt', 'Olá.', 'Abraço.',
          ${api.clock().toISOString()}, ${api.clock().toISOString()}
        FROM monitored_address AS mine WHERE address = ${address} RETURNING id::text`,
    )
    const id = notice?.id ?? ''
    await database.execute(
      sql`INSERT INTO notice_case (notice_id, source) SELECT ${id}::uuid, unnest(${sources}::text[])`,
    )
    const { token: codigo } = await createNoticeLink(database, id, api.clock())
    return { id, codigo }
  }
  const call = (path: string, payload: object, headers: Readonly<Record<string, string>> = {}) =>
    api.app.inject({ method: 'POST', url: `/api/avisos/pessoa/${path}`, payload, headers })
  const open = async (codigo: string) => personNoticeSchema.parse((await call('abrir', { codigo })).json())
  return { ...api, token, notify, call, open }
}
