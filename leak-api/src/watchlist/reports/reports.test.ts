import { sql } from '@atalaia/database'
import { createHash } from 'node:crypto'
import { object, string } from 'zod/mini'
import { onPostgres } from '../../../testing/each-database.ts'
import { pdfText, readPdf } from '../../../testing/read-pdf.ts'
import { createTestApi, type TestApi } from '../../../testing/test-api.ts'
import { makeMonthlyReports } from '../generated-reports/monthly-reports.ts'

const reportsOf = async (api: TestApi, token: string) =>
  (await api.get('/dashboard/resumo', token)).json().ultimos_3_relatorios

const post = (api: TestApi, path: string, token: string, payload: object) =>
  api.app.inject({ method: 'POST', url: `/api${path}`, headers: { authorization: `Bearer ${token}` }, payload })
const sha256 = (file: Buffer) => createHash('sha256').update(file).digest('hex')
const verify = async (api: TestApi, token: string, resumo: string) =>
  (await post(api, '/documentos/conferir', token, { resumo })).json().documento

onPostgres((database) => {
  // Rule: M-NUM-9, M-NUM-11, P-API-14, M-NUM-40
  test('a report says in Portuguese what leaked, where, when and what to do, and no password', async () => {
    const api = await createTestApi(database())
    const token = await api.tokenOf('ana@acme.com')
    await api.add('ana@acme.com', token)
    await api.importText('Fórum Maré', 'ana@acme.com:segredo-um\nana@acme.com:segredo-dois', '2026-03-09')
    await api.importText('Loja', 'ana@acme.com', '2026-10-02')

    const [latest, previous] = await reportsOf(api, token)
    expect(latest).toMatchObject({ data: '2026-11-21', nome: 'ana@acme.com - 2026-11-21.pdf' })
    const answer = await api.app.inject({ url: latest.url })
    expect(answer.headers).toMatchObject({
      'content-type': 'application/pdf',
      'content-disposition': expect.stringMatching(
        /^inline; filename="relatorio-ana@acme\.com-2026-11-21-[\da-f]{8}\.pdf"$/,
      ),
      'x-content-type-options': 'nosniff',
      'cache-control': 'no-store',
    })
    const read = await readPdf(answer.rawPayload)
    const text = read.pages.join(' ')
    for (const part of [
      'ana@acme.com',
      'Situação em 21 de novembro de 2026',
      '2 vazamentos 1 a mais do que no relatório anterior',
      '2 senhas vazadas como no relatório anterior',
      'Fórum Maré',
      'Visto em 9 de março de 2026',
      'Visto em 2 de outubro de 2026. Vazou o endereço de e-mail, sem senha.',
      '••••••••',
      'Troque agora a senha',
    ]) {
      expect(text).toContain(part)
    }
    expect(text).not.toContain('segredo')
    expect(text).toContain('Página 1 de 1')

    // The earlier one still says what was known then, and nothing of one before it, because there was none.
    const earlier = await api.app.inject({ url: previous.url })
    expect(earlier.headers['content-disposition']).not.toBe(answer.headers['content-disposition'])
    const first = await pdfText(earlier.rawPayload)
    expect(first).toContain('1 vazamento')
    expect(first).not.toContain('Loja')
    expect(first).not.toContain('anterior')
  })

  // Rule: M-NUM-10
  test('a link ends after 15 minutes, and says so in Portuguese', async () => {
    const api = await createTestApi(database())
    const token = await api.tokenOf('ana@acme.com')
    await api.importText('forum', 'ana@acme.com:um')
    await api.add('ana@acme.com', token)
    const [{ url }] = await reportsOf(api, token)

    api.clock.advance(15 * 60 - 1)
    expect((await api.app.inject({ url })).statusCode).toBe(200)
    api.clock.advance(1)
    const late = await api.app.inject({ url })
    expect(late.statusCode).toBe(403)
    expect(late.headers['content-type']).toMatch('text/plain')
    expect(late.body).toContain('Este link expirou ou não é válido')
  })

  // Rule: M-NUM-10
  test.each([
    ['a later end', (url: string) => url.replace(/expira=\d+/, 'expira=9999999999')],
    [
      'another signature',
      (url: string) => url.replace(/assinatura=(.)/, (_, first) => `assinatura=${first === '_' ? '-' : '_'}`),
    ],
    ['a cut signature', (url: string) => url.slice(0, -4)],
    ['no signature', (url: string) => url.split('?')[0] ?? ''],
    ['another report', (url: string) => url.replace(/[0-9a-f]{12}\?/, '000000000000?')],
  ])('a link with %s opens nothing', async (_what, tamper) => {
    const api = await createTestApi(database())
    const token = await api.tokenOf('ana@acme.com')
    await api.importText('forum', 'ana@acme.com:um')
    await api.add('ana@acme.com', token)
    const [{ url }] = await reportsOf(api, token)
    const answer = await api.app.inject({ url: tamper(url) })
    expect(answer.statusCode).toBe(403)
    expect(answer.headers['content-type']).toMatch('text/plain')
  })

  // Rule: M-NUM-8
  test('an address gets a report only when its numbers changed', async () => {
    const api = await createTestApi(database())
    const token = await api.tokenOf('ana@acme.com')
    await api.add('ana@acme.com', token)
    await api.add('bia@acme.com', token)
    expect(await reportsOf(api, token)).toEqual([])
    await api.importText('forum', 'ana@acme.com:um')
    await api.importText('forum', 'ana@acme.com:um')
    expect(await reportsOf(api, token)).toHaveLength(1)
  })

  // Rule: P-REPORT-1, P-REPORT-2, P-REPORT-3, P-REPORT-4, P-REPORT-5, P-REPORT-7, P-REPORT-8, P-REPORT-10, P-REPORT-30, P-REPORT-31, P-REPORT-33
  test('a report about the organisation has the numbers of the dashboard, what was done, and a digest that proves it', async () => {
    const api = await createTestApi(database())
    const token = await api.tokenOf('ana@acme.com')
    await api.importText('Fórum Maré', 'ana@acme.com:um\nbia@acme.com:dois\nbia@acme.com:tres')
    for (const each of ['ana@acme.com', 'bia@acme.com', 'caio@acme.com']) await api.add(each, token)
    await api.importText('Форум', 'bia@acme.com:quatro', '2026-10-02')
    await api.importText('Loja', 'ana@acme.com')
    const bia = (await api.get('/emails', token))
      .json()
      .find(({ email }: { email: string }) => email === 'bia@acme.com')
    const closed = { casos: [{ endereco: bia.id, fonte: 'Форум' }], mudanca: { estado: 'tratado' } }
    expect((await post(api, '/casos/mudar', token, closed)).json()).toMatchObject({ mudados: 1 })

    const made = await post(api, '/relatorios', token, { meses: '1' })
    expect(made.json()).toMatchObject({ tipo: 'organizacao', motivo: 'pedido', de: '2026-10-21', ate: '2026-11-21' })
    const answer = await api.app.inject({ url: made.json().url })
    expect(answer.headers['content-disposition']).toMatch(
      /"relatorio-organizacao-de-[a-z-]+-2026-10-21-a-2026-11-21-[\da-f]{8}\.pdf"$/,
    )
    const pdf = await readPdf(answer.rawPayload)
    const { total_vazamentos: all } = (await api.get('/dashboard/resumo', token)).json()
    expect(all).toEqual({ numero_vazamentos: 4, numero_senhas_vazadas: 4 })
    expect(pdf.pages[0]).toContain('4 vazamentos 3 em aberto 4 senhas vazadas 3 em aberto 2 endereços com vazamentos')
    const text = pdf.pages.join(' ')
    for (const part of ['21/11/2026 bia@acme.com Форум Tratado', 'Todos 4 3 4', 'Novo 3', 'Página 3 de 3'])
      expect(text).toContain(part)
    for (const secret of ['quatro', 'anterior']) expect(text).not.toContain(secret)

    // Read aloud: a language, a title, a tree of elements with heads, and pictures in words.
    expect(pdf).toMatchObject({ isTagged: true, ua: '1', lang: 'pt-BR', showsTitle: true })
    expect(pdf.title).toMatch(/^Relatório de vazamentos - Organização de \S+@\S+, /)
    const spoken = (end: string) => pdf.spoken.filter(({ path }) => path.endsWith(end))
    expect(spoken(' H1').map(({ text: heading }) => heading)).toEqual(['Relatório de vazamentos'])
    expect(spoken(' H2').map(({ text: heading }) => heading)).toEqual([
      'Em resumo',
      'O que fazer primeiro',
      'Evolução no período',
      'Gravidade',
      'Casos',
      'O que foi feito no período',
      'Endereços',
    ])
    expect(spoken('Table THead TR TH')).toContainEqual(expect.objectContaining({ text: 'Gravidade' }))
    expect(spoken('Table TBody TR TH')).toContainEqual(expect.objectContaining({ text: 'bia@acme.com' }))
    expect(spoken(' Figure').map(({ alt }) => alt)).toEqual([
      expect.stringMatching('no fim|de um dia só'),
      expect.stringMatching('Gravidade crítica: '),
    ])

    const digest = text.match(/SHA-256 ((?:[\da-f]{8} ?){8})/)?.[1]?.replaceAll(' ', '') ?? ''
    const file = sha256(answer.rawPayload)
    expect(await verify(api, token, digest)).toMatchObject({ tipo: 'organizacao', resumo: digest, arquivo: false })
    expect(await verify(api, token, file)).toMatchObject({ resumo: digest, arquivo: true })
    const again = await api.app.inject({ url: made.json().url })
    expect(sha256(again.rawPayload)).toBe(file)
    expect(await verify(api, token, sha256(Buffer.concat([answer.rawPayload, Buffer.from(' ')])))).toBeNull()
    const rival = await api.tokenOf('rui@rival.com')
    for (const theirs of [digest, file]) expect(await verify(api, rival, theirs)).toBeNull()
  })

  // Rule: P-REPORT-5
  test('what was done in the evening belongs to the day that São Paulo has', async () => {
    const api = await createTestApi(database())
    api.clock.set('2026-11-24T00:30:00Z')
    const token = await api.tokenOf('ana@acme.com')
    await api.add('ana@acme.com', token)
    const [{ id }] = (await api.get('/emails', token)).json()
    const done = async (estado: string, at: string): Promise<string> => {
      api.clock.set(at)
      const change = { casos: [{ endereco: id, fonte: 'Loja' }], mudanca: { estado } }
      const by = await api.tokenOf('ana@acme.com')
      expect((await post(api, '/casos/mudar', by, change)).json()).toMatchObject({ mudados: 1 })
      const { url } = (await post(api, '/relatorios', by, { meses: '1' })).json()
      return pdfText((await api.app.inject({ url })).rawPayload)
    }
    await api.importText('Loja', 'ana@acme.com:um')
    expect(await done('em-andamento', '2026-11-24T00:45:00Z')).toContain('23/11/2026 ana@acme.com Loja Em andamento')
    expect(await done('tratado', '2026-11-24T03:15:00Z')).toContain('24/11/2026 ana@acme.com Loja Tratado')
  })

  // Rule: P-REPORT-1, P-REPORT-3, P-REPORT-9, P-REPORT-30
  test('all reports are listed, of one address too, for the organisation alone', async () => {
    const api = await createTestApi(database())
    const token = await api.tokenOf('ana@acme.com')
    await api.add('ana@acme.com', token)
    await api.add('bia@acme.com', token)
    for (const source of ['um', 'dois', 'tres', 'quatro']) await api.importText(source, 'ana@acme.com:x')
    const made = (await post(api, '/relatorios', token, { endereco: 'Ana@acme.com', meses: '3' })).json()
    expect(made).toMatchObject({ tipo: 'endereco', titulo: 'ana@acme.com', de: '2026-08-21' })
    const opened = await api.app.inject({ url: made.url })
    expect(opened.headers['content-disposition']).toMatch('relatorio-ana@acme.com-2026-08-21-a-2026-11-21-')
    expect(await pdfText(opened.rawPayload)).toMatch(/4 vazamentos .*O que fazer/)

    const list = async (query: string, by = token) => (await api.get(`/relatorios${query}`, by)).json()
    expect(await list('')).toMatchObject({ encontrados: 5, relatorios: [{ id: made.id }, {}, {}, {}, {}] })
    expect(await list('?tipo=mudanca&busca=ANA')).toMatchObject({ encontrados: 4 })
    expect(await list('?busca=bia')).toMatchObject({ encontrados: 0, relatorios: [] })
    expect((await list('?pagina=2')).relatorios).toEqual([])

    const rival = await api.tokenOf('rui@rival.com')
    expect(await list('', rival)).toMatchObject({ encontrados: 0 })
    expect((await post(api, '/relatorios', rival, { endereco: 'ana@acme.com', meses: '1' })).statusCode).toBe(404)
    for (let asked = 1; asked <= 30; asked += 1)
      expect((await post(api, '/relatorios', rival, { meses: '1' })).statusCode).toBe(201)
    expect((await post(api, '/relatorios', rival, { meses: '1' })).statusCode).toBe(429)
  })

  // Rule: P-REPORT-6, P-REPORT-32
  test('a month has one report and one mail, whoever makes it and whoever dies in it', async () => {
    const api = await createTestApi(database())
    const token = await api.tokenOf('ana@acme.com')
    await api.tokenOf('rui@rival.com')
    await api.add('ana@acme.com', token)
    await database().execute(sql`UPDATE account SET mailbox_proved_at = now()`)
    await post(api, '/alertas', token, { frequencia: 'semanal', gravidade_minima: 'baixa' })
    const monthly = async () =>
      (await api.get('/relatorios?tipo=organizacao', await api.tokenOf('ana@acme.com')))
        .json()
        .relatorios.map(({ de, ate }: Record<string, string>) => [de, ate])
    const mails = () =>
      database().query(
        object({ recipient: string(), subject: string() }),
        sql`SELECT recipient, subject FROM mail WHERE kind = 'monthly-report'`,
      )
    const parts = { database: database(), origin: 'http://localhost:3000', clock: api.clock }

    // In November there was nothing to report of October.
    await makeMonthlyReports(parts)
    expect(await monthly()).toEqual([])
    api.clock.advance(10 * 86_400)
    // A process that dies before its commit.
    await expect(
      makeMonthlyReports({
        ...parts,
        database: {
          ...parts.database,
          transaction: (work) =>
            parts.database.transaction(async (tx) => {
              await work(tx)
              throw new Error('killed')
            }),
        },
      }),
    ).rejects.toThrow('killed')
    expect([await monthly(), await mails()]).toEqual([[], []])
    await Promise.all([makeMonthlyReports(parts), makeMonthlyReports(parts)])
    await makeMonthlyReports(parts)
    expect(await monthly()).toEqual([['2026-11-01', '2026-11-30']])
    expect(await mails()).toEqual([{ recipient: 'ana@acme.com', subject: 'Relatório de novembro de 2026' }])
  })
})
