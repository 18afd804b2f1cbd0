import { sql } from '@atalaia/database'
import { int, nullable, object, string } from 'zod/mini'
import { DAY_MS } from '../../base/clock.ts'
import { createTypedRun, misuseOf } from '../../../testing/command-line.ts'
import { onPostgres } from '../../../testing/each-database.ts'
import { createTestApi } from '../../../testing/test-api.ts'
import { addRetentionCommands } from './retention-commands.ts'
import { sweepRetention } from './retention.ts'

const [ANA, RUI] = ['ana@acme.com', 'rui@rival.com'] as const

test.each([
  ['retention bound', 'one of reports, portal-actions, audit-names is asked for, not nothing'],
  ['retention bound mails --yes', 'not mails'],
  ['retention bound reports all --yes', 'unexpected argument: all'],
  ['retention bound reports --least soon --yes', '--least is a number of days'],
])('"%s" is misuse, and says why', async (words, reason) => {
  expect(await misuseOf((line, tools) => addRetentionCommands(line, { tools }), words)).toEqual({
    code: 2,
    err: expect.stringContaining(reason),
  })
})

onPostgres((database) => {
  const start = async () => {
    const api = await createTestApi(database())
    const leaks = createTypedRun((line) => addRetentionCommands(line, { tools: async () => api.tools }))
    const choose = async (token: string, relatorios: number | null) => {
      const answer = await api.app.inject({
        method: 'POST',
        url: '/api/organizacao/retencao',
        headers: { authorization: `Bearer ${token}` },
        payload: { relatorios, acoes_de_portais: null, nomes_na_auditoria: null },
      })
      return [answer.statusCode, answer.json().message]
    }
    const reports = async (token: string) =>
      (await api.get('/dashboard/resumo', token)).json().ultimos_3_relatorios.length > 0
    const later = (days: number) => new Date(api.clock().getTime() + days * DAY_MS)
    return { api, leaks, choose, reports, later }
  }

  // Rule: P-PRIVACY-5, P-AUDIT-2, P-PRIVACY-28
  test('two bounds that are set at once follow each other, and the log has what each one found', async () => {
    const { leaks } = await start()
    const set = (most: number) => leaks(`retention bound reports --most ${most} --yes`)
    expect(await Promise.all([set(400), set(500), set(600)])).toEqual(
      Array.from({ length: 3 }, () => expect.stringMatching(/^0/)),
    )
    const rows = await database().query(
      object({ before: nullable(int()), after: int() }),
      sql`SELECT (content::jsonb #>> '{before,maximo}')::int AS before, (content::jsonb #>> '{after,maximo}')::int AS after
       FROM audit_event WHERE organisation_id = 0 AND action = 'retention.bounded' ORDER BY ordinal`,
    )
    expect(rows.map(({ before }) => before)).toEqual([null, ...rows.slice(0, -1).map(({ after }) => after)])
  })

  // Rule: P-PRIVACY-5, P-PRIVACY-28
  test('the operator’s bounds hold for new choices, and old ones outside of them go by them', async () => {
    const { api, leaks, choose, reports, later } = await start()
    const [ana, rui] = [await api.tokenOf(ANA), await api.tokenOf(RUI)]
    for (const token of [ana, rui]) await api.add('contato@acme.com', token)
    await api.importText('forum', 'contato@acme.com:um')
    expect(await choose(ana, 30)).toEqual([200, undefined])
    expect(await leaks('retention bound reports --least 60 --most 400')).toMatch(/^1 .*nothing was done/)
    expect(await leaks('retention bound reports --least 20 --yes')).toMatch(/^1 .*lie between 30 and 3650/)
    expect(await leaks('retention bound reports --least 90 --most 60 --yes')).toMatch(/^1 /)
    const bounded = await leaks('retention bound reports --least 60 --most 400 --yes')
    expect(bounded).toMatch(/^0 .*reports +60 days +400 days +400 days +narrowed from 30 to 3650.*go by it now: 1\n$/s)

    const told = 'Relatórios: quem opera esta instalação permite de 60 dias a 400 dias.'
    for (const days of [59, 401]) expect(await choose(rui, days)).toEqual([422, told])
    expect((await api.get('/organizacao/retencao', ana)).json()).toMatchObject({
      relatorios: 30,
      limites: { relatorios: { minimo: 60, maximo: 400 }, nomes_na_auditoria: { minimo: null, maximo: null } },
    })
    await sweepRetention(database(), later(45))
    expect([await reports(ana), await reports(rui)]).toEqual([true, true])
    await sweepRetention(database(), later(62))
    expect([await reports(ana), await reports(rui)]).toEqual([false, true])
    await sweepRetention(database(), later(402))
    expect(await reports(rui)).toBe(false)

    const acts = await database().query(
      object({ organisation: string() }),
      sql`SELECT organisation_id::text AS organisation FROM audit_event WHERE action = 'retention.bounded' ORDER BY 1`,
    )
    // The installation's log, and that of the one whose choice counts no more.
    expect(acts).toHaveLength(2)
    expect(await leaks('retention bound reports --yes')).toMatch(/^0 .*reports +30 days +3650 days +no end/s)
    expect(await choose(rui, 3650)).toEqual([200, undefined])
  })
})
