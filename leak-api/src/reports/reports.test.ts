import { eachDatabase } from '../../testing/each-database.ts'
import { pdfText } from '../../testing/pdf-text.ts'
import { createTestApi, type TestApi } from '../../testing/test-api.ts'

const reportsOf = async (api: TestApi, token: string) =>
  (await api.get('/dashboard/resumo', token)).json().ultimos_3_relatorios

eachDatabase((database) => {
  // Rule: M-NUM-9, M-NUM-11, P-API-14
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
      'content-disposition': 'inline; filename="relatorio-ana@acme.com-2026-11-21.pdf"',
      'x-content-type-options': 'nosniff',
      'cache-control': 'no-store',
    })
    const text = pdfText(answer.rawPayload)
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
    const first = pdfText((await api.app.inject({ url: previous.url })).rawPayload)
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
})
