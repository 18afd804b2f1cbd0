import { createHash } from 'node:crypto'
import { addressPageSchema } from '@atalaia/contracts'
import {
  dossierFileSchema,
  dossierSchema,
  INCIDENT_ITEMS,
  incidentPageSchema,
  incidentSchema,
} from '@atalaia/contracts/incidents'
import { type Database, sql } from '@atalaia/database'
import { onPostgres } from '../../../testing/each-database.ts'
import { readPdf } from '../../../testing/read-pdf.ts'
import { createTestApi, PASSWORD } from '../../../testing/test-api.ts'
import { canonicalJson } from '../../base/audit/canonical-json.ts'
import { deleteDue } from '../../accounts/privacy/leaving.ts'
import { renderDossier } from './dossier-pdf.ts'

const ANA = 'ana@acme.com'
const DAY = 86_400

const ref = (endereco: string, fonte: string) => ({ endereco, fonte })

const createWorld = async (database: Database) => {
  const api = await createTestApi(database)
  const token = await api.tokenOf(ANA)
  const post = (path: string, payload: object, by = token) =>
    api.app.inject({ method: 'POST', url: `/api${path}`, headers: { authorization: `Bearer ${by}` }, payload })
  await api.importText('forum', 'a@acme.com:um\nb@acme.com:um', '2026-11-01')
  await api.importText('loja', 'a@acme.com', '2026-11-09')
  for (const address of ['a@acme.com', 'b@acme.com']) await api.add(address, token)
  const { linhas } = addressPageSchema.parse((await api.get('/enderecos', token)).json())
  const idOf = (address: string) => linhas.find(({ email }) => email === address)?.id ?? ''
  const [a, b] = [idOf('a@acme.com'), idOf('b@acme.com')]
  const all = [ref(a, 'forum'), ref(b, 'forum'), ref(a, 'loja')]
  const register = async (wanted: object = {}) => {
    const payload = { nome: 'Fórum', conhecido_em: '2026-11-19T18:00:00Z', pequeno_porte: false, casos: all, ...wanted }
    return incidentSchema.parse((await post('/incidentes', payload)).json())
  }
  const read = async (id: string, by = token) => incidentSchema.parse((await api.get(`/incidentes/${id}`, by)).json())
  const change = async (id: string, versao: number, wanted: object, by = token) =>
    post(`/incidentes/${id}`, { versao, ...wanted }, by)
  return { api, token, post, a, all, register, read, change }
}
const textOf = ({ itens }: { itens: readonly { chave: string; texto: string }[] }, key: string) =>
  itens.find(({ chave }) => chave === key)?.texto
const decided = { decisao_motivos: 'Sem risco relevante.', decisao_por: 'Bia, encarregada', decisao_em: '2026-11-20' }

onPostgres((database) => {
  // Rule: P-INCIDENT-1, P-INCIDENT-4, P-INCIDENT-34
  test('an incident has the items that its cases and facts make, with what only people know marked', async () => {
    const { api, token, post, a, all, register, read, change } = await createWorld(database())
    await post(`/emails/${a}/caso/passos`, { fonte: 'forum', passo: 'trocar-senha', feito: true })
    const incident = await register({
      casos: [...all, ref(a, 'nenhuma'), ref('00000000-0000-4000-8000-000000000000', 'forum')],
    })
    expect(incident).toMatchObject({
      numero: 1,
      versao: 1,
      situacao: 'aberto',
      decisao: 'pendente',
      guardar_ate: '2031-11-21',
    })
    expect([incident.numero_casos, incident.numero_enderecos]).toEqual([3, 2])
    expect(incident.itens.map(({ chave }) => chave)).toEqual(INCIDENT_ITEMS.map(({ chave }) => chave))
    expect(INCIDENT_ITEMS.map(({ parte }) => parte).filter((part) => part === 'anpd')).toHaveLength(12)
    expect(incident.itens).toHaveLength(12 + 7 + 8)
    expect(textOf(incident, 'anpd-I')).toContain('senha em texto legível (2 endereços)')
    expect(textOf(incident, 'anpd-II')).toBe(
      '2 titulares, contados pelos endereços de e-mail distintos dos casos reunidos.\nCrianças, adolescentes e idosos: [preencher].',
    )
    expect(textOf(incident, 'anpd-III')).toContain('senha trocada em 1 de 3 casos')
    expect(textOf(incident, 'anpd-VII')).toBe(
      'Ocorrência, segundo as fontes dos casos: de 01/11/2026 a 09/11/2026.\nConhecimento pelo controlador: 19/11/2026, 15:00, horário de Brasília.',
    )
    expect(textOf(incident, 'anpd-XI')).toMatch(/2 endereços foram encontradas em 2 fontes: .*forum \(01\/11\/2026\)/)
    expect(incident.itens.find(({ chave }) => chave === 'anpd-XII')).toMatchObject({
      origem: 'vazio',
      lacunas: 1,
      texto: '',
    })
    expect(incident.itens.find(({ chave }) => chave === 'anpd-IV')).toMatchObject({ origem: 'dados', lacunas: 1 })
    expect(JSON.stringify(incident)).not.toMatch(/a@acme.com:um|"um"/)

    // What a person writes is theirs; what they take back is the suggestion again.
    const itens = [
      { chave: 'anpd-XII', texto: '120 pessoas' },
      { chave: 'anpd-X', texto: '', nao_se_aplica: true },
    ]
    const written = incidentSchema.parse((await change(incident.id, 1, { itens })).json())
    expect(written.itens.find(({ chave }) => chave === 'anpd-XII')).toMatchObject({ origem: 'pessoa', lacunas: 0 })
    expect(written.itens.find(({ chave }) => chave === 'anpd-X')).toMatchObject({ origem: 'nao-se-aplica', lacunas: 0 })
    await change(incident.id, 2, { itens: [{ chave: 'anpd-XII', texto: ' ' }] })
    expect((await read(incident.id)).itens.find(({ chave }) => chave === 'anpd-XII')?.origem).toBe('vazio')

    // The register stays as it was gathered when the address goes.
    await post('/enderecos/remover', { ids: [a] })
    const gathered = await post(`/incidentes/${incident.id}/casos`, { versao: 3, incluir: [], retirar: [all[1]] })
    expect(
      gathered.json().casos.map(({ email, fonte }: { email: string; fonte: string }) => `${email} ${fonte}`),
    ).toEqual(['a@acme.com forum', 'a@acme.com loja'])
    const page = incidentPageSchema.parse((await api.get('/incidentes', token)).json())
    expect(page).toMatchObject({ encontrados: 1, linhas: [{ numero: 1, numero_casos: 2 }] })
    expect(page.linhas[0]?.lacunas).toBe((await read(incident.id)).itens.reduce((sum, { lacunas }) => sum + lacunas, 0))
  })

  // Rule: P-INCIDENT-1, P-INCIDENT-34
  test('a case that is named twice is gathered once, and a history cuts no character of a long text in two', async () => {
    const { a, register, change } = await createWorld(database())
    const twice = [ref(a, 'forum'), ref(a.toUpperCase(), 'forum'), ref(a, 'forum')]
    const { id, numero_casos: count } = await register({ casos: twice })
    expect(count).toBe(1)
    const reasons = `${'x'.repeat(299)}😀${'y'.repeat(10)}`
    const changed = await change(id, 1, { decisao_motivos: reasons })
    expect(incidentSchema.parse(changed.json())).toMatchObject({
      decisao_motivos: reasons,
      historico: [{ mudancas: [{ para: `${'x'.repeat(299)}😀` }] }, { tipo: 'registro' }],
    })
  })

  // Rule: P-INCIDENT-11, P-INCIDENT-12
  test('the numbers of what was gathered add up to what was named, up to as many as an incident has room for, all told', async () => {
    const { a, all, post, read, register } = await createWorld(database())
    const [first = ref('', '')] = all
    const named = [first, { ...first, endereco: first.endereco.toUpperCase() }, ref(a, 'nenhuma'), ref('x', 'forum')]
    const { id, versao, reunidos } = await register({ casos: named })
    expect(reunidos).toEqual({ incluidos: 1, repetidos: 0, sem_lugar: 0, ausentes: 2 })
    expect((await read(id)).reunidos).toBeUndefined()
    // Cases of addresses that are gone since.
    await database().execute(
      sql`INSERT INTO incident_case SELECT incident_id, gone, source, snapshot || jsonb_build_object('endereco', gone)
       FROM incident_case, (SELECT gen_random_uuid() AS gone FROM generate_series(1, 998)) AS others`,
    )
    const gather = async (version: number, retirar: object[] = []) =>
      incidentSchema.parse(
        (
          await post(`/incidentes/${id}/casos`, { versao: version, incluir: [...all, ref(a, 'nenhuma')], retirar })
        ).json(),
      )
    const full = await gather(versao)
    expect(full.reunidos).toEqual({ incluidos: 1, repetidos: 1, sem_lugar: 1, ausentes: 1 })
    expect([full.numero_casos, full.casos.length, (await read(id)).casos.length]).toEqual([1000, 1000, 1000])
    const changed = await gather(full.versao, [first])
    expect(changed.reunidos).toEqual({ incluidos: 1, repetidos: 1, sem_lugar: 1, ausentes: 1 })
  })

  // Rule: P-INCIDENT-3, P-INCIDENT-37
  test('a decision is a person’s, with day, name and reasons, and nothing else sets it', async () => {
    const { register, change, read } = await createWorld(database())
    const { id } = await register()
    expect((await change(id, 1, { situacao: 'encerrado' })).json().message).toMatch(/anote a decisão/)
    expect((await change(id, 1, { decisao: 'nao-comunicar' })).json().message).toMatch(/quem decidiu/)
    for (const missing of [{ decisao_por: ' ' }, { decisao_em: null }, { decisao_motivos: '' }])
      expect((await change(id, 1, { ...decided, decisao: 'comunicar', ...missing })).statusCode).toBe(422)
    expect((await change(id, 1, { ...decided, decisao: 'comunicar', decisao_em: '2026-11-22' })).statusCode).toBe(422)
    expect((await change(id, 1, { anpd_em: '2026-11-25T12:00:00Z' })).json().message).toMatch(/futuro/)
    expect((await change(id, 1, { anpd_em: '2026-11-18T12:00:00Z' })).json().message).toMatch(/antes do conhecimento/)
    expect((await read(id)).versao).toBe(1)
    const done = incidentSchema.parse((await change(id, 1, { ...decided, decisao: 'nao-comunicar' })).json())
    expect(done.prazos[0]?.situacao).toBe('nao-se-comunica')
    expect(textOf(done, 'registro-VIII')).toBe('Sem risco relevante.\n(Decisão de Bia, encarregada, em 20/11/2026.)')
    expect(done.historico[0]).toMatchObject({ por: ANA, tipo: 'decisao' })
    const closed = incidentSchema.parse((await change(id, 2, { situacao: 'encerrado' })).json())
    expect((await change(id, closed.versao, { nome: 'Outro' })).json().message).toMatch(/encerrado/)
    expect((await change(id, closed.versao, { situacao: 'aberto' })).json()).toMatchObject({ situacao: 'aberto' })
  })

  // Rule: P-INCIDENT-5
  // Threat: T-MEMBER-5
  test('a change names the version that its person saw, and roles and others get no more than theirs', async () => {
    const { api, register, change, post } = await createWorld(database())
    const { id } = await register()
    await change(id, 1, { nome: 'Fórum e loja' })
    const late = await change(id, 1, { nome: 'Atrasado' })
    expect([late.statusCode, late.json().type, late.json().incidente.nome]).toEqual([
      409,
      'urn:atalaia:problem:incident-changed',
      'Fórum e loja',
    ])
    const rival = await api.tokenOf('rui@rival.com')
    for (const path of [`/incidentes/${id}`, `/incidentes/${id}/dossie?formato=json`])
      expect([path, (await api.get(path, rival)).statusCode]).toEqual([path, 404])
    expect((await change(id, 2, { nome: 'x' }, rival)).statusCode).toBe(404)
    expect((await api.get('/incidentes', rival)).json()).toMatchObject({ encontrados: 0, linhas: [] })
    // Cases of others are left out without a word.
    const stolen = await post(
      '/incidentes',
      { nome: 'x', conhecido_em: '2026-11-19T18:00:00Z', pequeno_porte: true, casos: [] },
      rival,
    )
    expect(stolen.json().numero).toBe(1)
    const taken = await post(
      `/incidentes/${stolen.json().id}/casos`,
      { versao: 1, incluir: (await register()).casos.map(({ endereco, fonte }) => ({ endereco, fonte })), retirar: [] },
      rival,
    )
    expect(taken.json()).toMatchObject({ numero_casos: 0 })
  })

  // Rule: P-INCIDENT-6, P-INCIDENT-41
  test('the dossier has all of it, as JSON and as PDF, with one digest that anyone can compute and look up', async () => {
    const { api, token, post, register } = await createWorld(database())
    const { id } = await register({ pequeno_porte: true })
    const answer = await api.get(`/incidentes/${id}/dossie?formato=json`, token)
    const dossier = dossierSchema.parse(answer.json())
    const name = `incidente-1-2026-11-21-${dossier.sha256.slice(0, 8)}`
    expect(answer.headers['content-disposition']).toBe(`attachment; filename="${name}.json"`)
    expect(dossier.conteudo.itens).toHaveLength(27)
    expect(dossier.prazos.map(({ dias_uteis: days }) => days)).toEqual([6, 6, 40, 3])
    expect(createHash('sha256').update(canonicalJson(answer.json().conteudo)).digest('hex')).toBe(dossier.sha256)

    const made = dossierFileSchema.parse((await api.get(`/incidentes/${id}/dossie?formato=pdf`, token)).json())
    expect([made.nome, made.sha256]).toEqual([`${name}.pdf`, dossier.sha256])
    const file = Buffer.from(made.arquivo, 'base64')
    const { pages } = await readPdf(file)
    const text = pages.join(' ').replaceAll(/\s+/g, ' ')
    for (const part of [
      'Dossiê de incidente',
      'não presta assessoria jurídica',
      'Comunicação à ANPD (art. 6º, § 2º)',
      'XII. Total de titulares',
      '(em branco)',
      'Comunicação aos titulares (art. 9º)',
      'Registro do incidente (art. 10, § 1º)',
      'a@acme.com',
    ])
      expect(text).toContain(part)
    for (const resumo of [dossier.sha256, createHash('sha256').update(file).digest('hex')])
      expect((await post('/documentos/conferir', { resumo })).json().documento).toMatchObject({ tipo: 'lgpd' })
    const { linhas } = (await api.get('/organizacao/auditoria?acao=incident.exported', token)).json()
    expect(linhas).toMatchObject([
      { depois: { format: 'pdf', sha256: dossier.sha256, version: '1' } },
      { depois: { format: 'json' } },
    ])
  })

  // Rule: P-INCIDENT-1, P-INCIDENT-6, P-INCIDENT-34, P-INCIDENT-41
  test('a history longer than an answer or a dossier says how many lines there are besides', async () => {
    const { api, token, register, read } = await createWorld(database())
    const { id } = await register()
    const lengthen = (by: number) =>
      database().execute(
        sql`INSERT INTO incident_event (incident_id, at, kind, changes)
         SELECT ${id}::uuid, '2026-11-20T12:00:00Z', 'mudanca', '[]' FROM generate_series(1, ${by}::integer)`,
      )
    const dossier = async () =>
      dossierSchema.parse((await api.get(`/incidentes/${id}/dossie?formato=json`, token)).json())
    await lengthen(120)
    const { historico: lines, historico_total: total } = await read(id)
    expect([lines.length, total]).toEqual([100, 121])
    const short = await dossier()
    expect([short.conteudo.historico.length, short.conteudo.historico_anteriores]).toEqual([121, undefined])
    await lengthen(880)
    const { conteudo } = await dossier()
    expect([conteudo.historico.length, conteudo.historico_anteriores]).toEqual([1_000, 1])
    const drawn = await renderDossier({ ...short, conteudo: { ...short.conteudo, historico_anteriores: 1 } }, 'Atalaia')
    const { pages } = await readPdf(drawn)
    expect(pages.join(' ').replaceAll(/\s+/g, ' ')).toContain('E mais 1 registro anterior.')
  })

  // Rule: P-INCIDENT-7, P-INCIDENT-42
  test('an incident is kept for five years, by the database too, and its organisation goes only once its dossier is out', async () => {
    const { api, token, register, change, post, read } = await createWorld(database())
    const { id } = await register()
    const remove = (versao: number) => post(`/incidentes/${id}/excluir`, { versao })
    expect((await remove(1)).json().message).toMatch(/cinco anos/)
    await expect(database().execute(sql`DELETE FROM incident`)).rejects.toThrow(/is kept until 2031-11-21/)
    await expect(database().execute(sql`UPDATE incident SET removed_on = '2031-11-21'`)).rejects.toThrow(
      /incident_is_kept/,
    )

    for (const path of ['/organizacao/exclusao', '/conta/exclusao']) {
      const refused = await post(path, { senha: PASSWORD })
      expect([refused.statusCode, refused.json().message]).toEqual([409, expect.stringContaining('nº 1')])
    }
    await api.get(`/incidentes/${id}/dossie?formato=json`, token)
    const until = new Date((await post('/organizacao/exclusao', { senha: PASSWORD })).json().exclui_em)
    // Changed in the time of grace: the deletion waits for the new dossier.
    await change(id, 1, { nome: 'Fórum e loja' })
    await deleteDue(database(), until)
    expect((await read(id)).nome).toBe('Fórum e loja')
    await api.get(`/incidentes/${id}/dossie?formato=json`, token)
    await deleteDue(database(), new Date(until.getTime() + DAY * 1000))
    expect((await api.get(`/incidentes/${id}`, token)).statusCode).toBe(401)
  })

  // Rule: P-INCIDENT-7, P-INCIDENT-42
  test('after five years an owner may remove it', async () => {
    const { api, register, post } = await createWorld(database())
    const { id } = await register()
    api.clock.advance(5 * 365.25 * DAY + 2 * DAY)
    const again = (await api.login(ANA)).json().access_token
    expect((await api.get(`/incidentes/${id}`, again)).json()).toMatchObject({ pode_excluir: true })
    expect((await post(`/incidentes/${id}/excluir`, { versao: 1 }, again)).statusCode).toBe(200)
    expect((await api.get(`/incidentes/${id}`, again)).statusCode).toBe(404)
  })
})
