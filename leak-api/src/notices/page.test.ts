import { sql } from '@atalaia/database'
import { boolean, object } from 'zod/mini'
import { onPostgres } from '../../testing/each-database.ts'
import { createNoticeWorld } from '../../testing/notices.ts'

onPostgres((database) => {
  const createPage = async () => {
    const world = await createNoticeWorld(database())
    const notice = await world.notify()
    const url = (codigo = notice.codigo) => `/api/avisos/pagina?codigo=${codigo}`
    const get = (codigo?: string) => world.app.inject(url(codigo))
    const post = (form: readonly (readonly [string, string])[], codigo?: string) =>
      world.app.inject({
        method: 'POST',
        url: url(codigo),
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        payload: new URLSearchParams(form.map(([name, value]) => [name, value])).toString(),
      })
    return { ...world, ...notice, get, post }
  }

  // Rule: P-NOTICE-7
  // Threat: T-NOTICE-1
  test('a scanner that opens the second link sees a button, and opens nothing', async () => {
    const { get, open, codigo } = await createPage()
    const { statusCode, headers, body } = await get()
    expect([statusCode, headers['cache-control'], headers['x-robots-tag']]).toEqual([
      200,
      'no-store',
      'noindex, nofollow',
    ])
    expect(headers['content-security-policy']).toContain("default-src 'none'")
    expect(body).toContain('<button name="acao" value="abrir">Abrir o aviso</button>')
    expect(body).not.toMatch(/forum|Acme|bia@/)
    const [row] = await database().query(
      object({ closed: boolean() }),
      sql`SELECT opened_at IS NULL AS closed FROM notice`,
    )
    expect(row?.closed).toBe(true)
    expect((await open(codigo)).organizacao).toBe('Acme')
  })

  // Rule: P-NOTICE-7, P-NOTICE-2
  test('its button shows the notice, with forms that keep ticks and answer', async () => {
    const { post, open, codigo } = await createPage()
    const { body } = await post([['acao', 'abrir']])
    expect(body).toContain('<strong>forum</strong><br>Vazou em 1 de novembro de 2026<br>senha')
    expect(body).not.toMatch(/antiga|caio|loja|<script/)
    const ticked = await post([
      ['acao', 'passos'],
      ['passo', 'trocar-senha'],
      ['passo', 'duas-etapas'],
    ])
    expect(ticked.body.match(/ checked/g)).toHaveLength(2)
    expect((await post([['acao', 'nao-e-meu']])).body).toContain('Você disse que este endereço não é seu.')
    expect((await post([['acao', 'parar']])).body).toContain('Voltar a receber')
    expect(await open(codigo)).toMatchObject({ resposta: 'nao-e-meu', parado: true })
    await post([['acao', 'voltar']])
    expect((await open(codigo)).parado).toBe(false)
  })

  // Rule: P-NOTICE-7
  test('a question is sent by its form, a refused act says why, and what a person wrote is text', async () => {
    const { post, id } = await createPage()
    expect(
      (
        await post([
          ['acao', 'pergunta'],
          ['texto', 'Qual?'],
        ])
      ).body,
    ).toContain('Pergunta enviada.')
    expect(
      (
        await post([
          ['acao', 'pergunta'],
          ['texto', ' '],
        ])
      ).body,
    ).toContain('Escreva a pergunta.')
    await database().execute(sql`UPDATE notice SET language = 'en', above = '<b>Hi</b>' WHERE id = ${id}::uuid`)
    const { body } = await post([['acao', 'abrir']])
    expect(body).toContain('<html lang="en">')
    expect(body).toContain('&lt;b&gt;Hi&lt;/b&gt;')
  })

  // Rule: P-NOTICE-1, P-NOTICE-7
  test('an unknown link and an incomplete one show no notice', async () => {
    const { get, post } = await createPage()
    const unknown = 'x'.repeat(43)
    for (const answer of [await get(unknown), await post([['acao', 'abrir']], unknown)])
      expect([answer.statusCode, answer.body]).toEqual([404, expect.stringContaining('não pode mais ser aberto')])
    expect((await get('x')).statusCode).toBe(404)
    expect((await post([['acao', 'inventado']])).statusCode).toBe(404)
  })
})
