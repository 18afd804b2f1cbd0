import { addressPageSchema } from '@atalaia/contracts'
import { incidentSchema } from '@atalaia/contracts/incidents'
import { todaySchema } from '@atalaia/contracts/today'
import type { Database } from '@atalaia/database'
import { onPostgres } from '../../../testing/each-database.ts'
import { createPortal } from '../../../testing/portal.ts'
import { createTestApi } from '../../../testing/test-api.ts'
import { judgeAnew } from '../../numbers/severity/store-judgements.ts'
import { businessDaysUntil } from '../incidents/business-days.ts'

const NOTHING = {
  enderecos: 0,
  casos_abertos: 0,
  casos_criticos: 0,
  casos_vencidos: 0,
  seus_vencidos: 0,
  seus_hoje: 0,
  incidentes: 0,
  anpd: null,
}

const createWorld = async (database: Database) => {
  const api = await createTestApi(database)
  const token = await api.tokenOf('ana@acme.com')
  const post = (path: string, payload: object) =>
    api.app.inject({ method: 'POST', url: `/api${path}`, headers: { authorization: `Bearer ${token}` }, payload })
  const today = async (by = token) => todaySchema.parse((await api.get('/dashboard/hoje', by)).json())
  const idOf = async (address: string) =>
    addressPageSchema.parse((await api.get('/enderecos', token)).json()).linhas.find(({ email }) => email === address)
      ?.id ?? ''
  return { api, token, post, today, idOf }
}

// Rule: P-TODAY-4
test.each([
  ['the day itself', '2026-11-25', '2026-11-25', 0],
  ['a day that has passed', '2026-11-25', '2026-11-24', 0],
  ['a weekend between', '2026-11-27', '2026-12-01', 2],
  ['a holiday', '2026-11-19', '2026-11-23', 1],
])('the business days up to %s', (_what, from, to, days) => {
  expect(businessDaysUntil(from, to)).toBe(days)
})

onPostgres((database) => {
  // Rule: P-TODAY-1, P-TODAY-2, P-TODAY-26
  test('critical cases are counted while they are open, whether somebody has touched them or not', async () => {
    const { api, token, post, today, idOf } = await createWorld(database())
    expect(await today()).toEqual(NOTHING)
    await api.importText('forum', 'a@acme.com:um\nb@acme.com:um\nc@acme.com', '2026-11-01')
    await api.importText('velho', 'a@acme.com:um\nb@acme.com:um', '2020-02-03')
    for (const address of ['a@acme.com', 'b@acme.com', 'c@acme.com']) await api.add(address, token)
    await judgeAnew(database(), api.clock())
    expect(await today()).toMatchObject({ enderecos: 3, casos_abertos: 5, casos_criticos: 2 })
    const id = await idOf('a@acme.com')
    await post(`/emails/${id}/caso`, { fonte: 'forum', versao: 0, estado: 'em-andamento' })
    expect(await today()).toMatchObject({ casos_abertos: 5, casos_criticos: 2 })
    await post(`/emails/${id}/caso`, { fonte: 'forum', versao: 1, estado: 'tratado' })
    expect(await today()).toMatchObject({ casos_abertos: 4, casos_criticos: 1 })
  })

  // Rule: P-TODAY-3
  test("the own due cases are those that passed their day and those of today, and another one's are the organisation's alone", async () => {
    const { api, post, today, idOf, token } = await createWorld(database())
    await api.importText('forum', 'a@acme.com\nb@acme.com\nc@acme.com', '2026-11-01')
    for (const address of ['a@acme.com', 'b@acme.com', 'c@acme.com']) await api.add(address, token)
    const me = (await api.get('/casos', token)).json().pessoas[0].id
    const due = async (address: string, wanted: object) =>
      post(`/emails/${await idOf(address)}/caso`, { fonte: 'forum', versao: 0, ...wanted })
    await due('a@acme.com', { prazo: '2026-11-20', responsavel: me })
    await due('b@acme.com', { prazo: '2026-11-21', responsavel: me })
    await due('c@acme.com', { prazo: '2026-11-19' })
    expect(await today()).toMatchObject({ casos_vencidos: 2, seus_vencidos: 1, seus_hoje: 1 })
  })

  // Rule: P-TODAY-4
  test('of open incidents the term to the ANPD that ends first is told, until the ANPD is told', async () => {
    const { post, today } = await createWorld(database())
    const register = async (conhecido_em: string, pequeno_porte = false) =>
      incidentSchema.parse((await post('/incidentes', { nome: 'x', conhecido_em, pequeno_porte, casos: [] })).json())
    await register('2026-11-19T18:00:00Z', true)
    const second = await register('2026-11-20T18:00:00Z')
    expect(await today()).toMatchObject({
      incidentes: 2,
      anpd: { incidente: second.id, numero: 2, ultimo_dia: '2026-11-25', dias_uteis: 3, vencido: false },
    })
    await post(`/incidentes/${second.id}`, { versao: second.versao, anpd_em: '2026-11-21T12:00:00Z' })
    expect((await today()).anpd).toMatchObject({ numero: 1, vencido: false })
  })

  // Rule: P-TODAY-1, P-TODAY-26
  test('another organisation is told of nothing, and a portal has no such call', async () => {
    const { api, post, today, token } = await createWorld(database())
    await api.importText('forum', 'a@acme.com:um', '2026-11-01')
    await api.add('a@acme.com', token)
    await post('/incidentes', { nome: 'x', conhecido_em: '2026-11-19T18:00:00Z', pequeno_porte: false, casos: [] })
    expect(await today(await api.tokenOf('rui@rival.com'))).toEqual(NOTHING)
    const portal = createPortal(api)
    const embed = await portal.tokenOf(await portal.createClient('ana@acme.com', 'leaks:read cases:read'))
    expect((await api.get('/dashboard/hoje', embed)).statusCode).toBe(403)
  })
})
