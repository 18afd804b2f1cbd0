import { sql } from '@atalaia/database'
import { array, nullable, object, string } from 'zod/mini'
import { onPostgres } from '../../testing/each-database.ts'
import { BIA, createNoticeWorld, SENDER } from '../../testing/notices.ts'
import { createPortal, PORTAL, readableFor } from '../../testing/portal.ts'
import { blindPassword } from '../../testing/prover.ts'
import { createTestApi } from '../../testing/test-api.ts'

const UNKNOWN = 'x'.repeat(43)
const DAY = 24 * 60 * 60

onPostgres((database) => {
  const stateOf = async (id: string) => {
    const [row] = await database().query(
      object({ opened: nullable(string()), answer: nullable(string()), ticks: array(string()) }),
      sql`SELECT opened_at::text AS opened, answer, ticks FROM notice WHERE id = ${id}::uuid`,
    )
    return row
  }

  // Rule: P-NOTICE-1, P-NOTICE-2
  test('a link opens its notice: which services, when and which kinds of data, without a password or another address', async () => {
    const { notify, call, open } = await createNoticeWorld(database())
    const { id, codigo } = await notify()
    expect(await open(codigo)).toEqual({
      organizacao: 'Acme',
      idioma: 'pt',
      acima: 'Olá.',
      abaixo: 'Abraço.',
      fontes: [{ titulo: 'forum', dia: '2026-11-01', dados: [], senha: true }],
      passos: ['trocar-senha', 'trocar-repetida', 'duas-etapas'].map((passo) => ({ passo, feito: false })),
      conferencia: {
        endereco: BIA,
        chave: expect.stringMatching(/^[\w-]{43}$/),
        marcas: [expect.stringMatching(/^[\w-]{22}$/), expect.stringMatching(/^[\w-]{22}$/)],
        restantes: 10,
        parcial: false,
      },
      resposta: null,
      pergunta: true,
      parado: false,
      vale_ate: expect.any(String),
    })
    expect((await stateOf(id))?.opened).not.toBeNull()
    const shown = (await call('abrir', { codigo })).body
    expect(shown).not.toMatch(/antiga|segredo|caio|loja/)
  })

  // Rule: P-NOTICE-1
  test('an unknown link, one past its 14 days and one of a suspended organisation get the same answer', async () => {
    const { notify, call, clock } = await createNoticeWorld(database())
    const { codigo } = await notify()
    const answerTo = async (body: object) => {
      const { statusCode, body: text, headers } = await call('abrir', body)
      expect(headers['cache-control']).toBe('no-store')
      return `${statusCode} ${text}`
    }
    const unknown = await answerTo({ codigo: UNKNOWN })
    expect(unknown).toMatch(/^404 .*não pode mais ser aberto/)
    expect(await answerTo({})).toBe(unknown)
    await database().execute(
      sql`UPDATE organisation SET suspended_because = 'abuso', suspended_at = now() WHERE id > 0`,
    )
    expect(await answerTo({ codigo })).toBe(unknown)
    await database().execute(sql`UPDATE organisation SET suspended_because = NULL, suspended_at = NULL`)
    clock.advance(14 * DAY - 1)
    expect((await call('abrir', { codigo })).statusCode).toBe(200)
    clock.advance(1)
    expect(await answerTo({ codigo })).toBe(unknown)
  })

  // Rule: P-NOTICE-3
  test('ticks stay, of the steps that the notice has', async () => {
    const { notify, call, open } = await createNoticeWorld(database())
    const { codigo } = await notify()
    const feitos = ['trocar-senha', 'avisar-pessoa', 'inventado']
    expect((await call('passos', { codigo, feitos })).statusCode).toBe(200)
    expect((await open(codigo)).passos.filter(({ feito }) => feito)).toEqual([{ passo: 'trocar-senha', feito: true }])
    await call('passos', { codigo, feitos: [] })
    expect((await open(codigo)).passos.some(({ feito }) => feito)).toBe(false)
  })

  // Rule: P-NOTICE-5, M-NOTICE-4
  test('a browser learns whether a leak has the typed password, in any source of the organisation, and says one word', async () => {
    const { notify, call, open } = await createNoticeWorld(database())
    const { id, codigo } = await notify()
    const { conferencia } = await open(codigo)
    if (conferencia === null) throw new Error('nothing to compare')
    expect((await call('resposta', { codigo, resposta: 'conferida' })).statusCode).toBe(409)
    const isLeaked = async (password: string) => {
      const { cego, finish } = blindPassword(BIA, password)
      const tag = finish((await call('avaliar', { codigo, cego })).json(), conferencia.chave)
      return conferencia.marcas.includes(tag)
    }
    expect([await isLeaked('antiga'), await isLeaked('outra'), await isLeaked('uma nova')]).toEqual([true, true, false])
    expect((await open(codigo)).conferencia?.restantes).toBe(7)
    expect((await call('resposta', { codigo, resposta: 'conferida' })).statusCode).toBe(200)
    expect((await stateOf(id))?.answer).toBe('conferida')
  })

  // Rule: P-NOTICE-5
  test('rows without a tag are told of, and without any nothing is compared', async () => {
    const world = await createNoticeWorld(database())
    const { codigo } = await world.notify()
    await database().execute(sql`DELETE FROM proof_tag WHERE pair IN (SELECT pair FROM credential
      JOIN sighting ON sighting.id = sighting JOIN source ON source.id = source_id WHERE source.name = 'loja')`)
    expect((await world.open(codigo)).conferencia).toMatchObject({ marcas: [expect.any(String)], parcial: true })
    await database().execute(sql`DELETE FROM proof_tag`)
    expect((await world.open(codigo)).conferencia).toBeNull()
  })

  // Rule: P-NOTICE-5
  test('without a key of proofs a notice compares nothing, and is answered by word', async () => {
    const world = await createNoticeWorld(database())
    const { codigo } = await world.notify()
    const { app } = await createTestApi(database(), { keys: { ...world.keys, proof: undefined }, clock: world.clock })
    const call = (path: string, payload: object) =>
      app.inject({ method: 'POST', url: `/api/avisos/pessoa/${path}`, payload })
    expect((await call('abrir', { codigo })).json()).toMatchObject({ conferencia: null })
    const { cego } = blindPassword(BIA, 'x')
    expect((await call('avaliar', { codigo, cego })).statusCode).toBe(409)
    expect((await call('resposta', { codigo, resposta: 'declarada' })).statusCode).toBe(200)
  })

  // Rule: P-NOTICE-6
  test('a question goes to the sender’s mailbox, five times a day, and to nobody who has left', async () => {
    const { notify, call, open } = await createNoticeWorld(database())
    const { codigo } = await notify()
    const ask = (texto: string) => call('pergunta', { codigo, texto })
    expect((await ask(' \u0000 ')).statusCode).toBe(422)
    const statuses = []
    for (let time = 0; time < 6; time += 1) statuses.push((await ask(`Que serviço é este?\r\nÉ o ${time}?`)).statusCode)
    expect(statuses).toEqual([200, 200, 200, 200, 200, 429])
    const mails = await database().query(
      object({ to: string(), body: string() }),
      sql`SELECT recipient AS to, body FROM delivery WHERE kind = 'notice-question'`,
    )
    expect(mails).toHaveLength(5)
    expect(mails[0]?.to).toBe(SENDER)
    expect(mails[0]?.body).toMatch(/bia@acme\.com pergunta.*Que serviço é este\?\\nÉ o 0\?/)
    await database().execute(sql`DELETE FROM membership`)
    expect((await open(codigo)).pergunta).toBe(false)
    expect((await ask('E agora?')).statusCode).toBe(409)
  })

  // Rule: P-NOTICE-6
  test('a question that is sent again, as by a reload, reaches the sender once', async () => {
    const { notify, call } = await createNoticeWorld(database())
    const { codigo } = await notify()
    for (const texto of ['Qual?', ' Qual? ', 'Quando?'])
      expect((await call('pergunta', { codigo, texto })).statusCode).toBe(200)
    const mails = await database().query(
      object({ body: string() }),
      sql`SELECT body FROM delivery WHERE kind = 'notice-question'`,
    )
    expect(mails).toHaveLength(2)
  })

  // Rule: P-NOTICE-4
  test('the last answer counts, and the person stops notices of the organisation and takes them again', async () => {
    const { notify, call, open } = await createNoticeWorld(database())
    const { codigo } = await notify()
    for (const resposta of ['nao-e-meu', 'declarada', 'declarada']) await call('resposta', { codigo, resposta })
    await call('parar', { codigo, parado: true })
    expect(await open(codigo)).toMatchObject({ resposta: 'declarada', parado: true })
    await call('parar', { codigo, parado: false })
    expect((await open(codigo)).parado).toBe(false)
  })

  // Rule: M-NOTICE-6
  // Threat: T-NOTICE-3
  test('a portal’s token with a mailbox opens the newest notice of that mailbox, and nothing else', async () => {
    const world = await createNoticeWorld(database())
    const { notify, call, clock, tokenOf } = world
    const portal = createPortal(world)
    await notify()
    clock.advance(60)
    await notify(BIA, ['loja'])
    await notify('caio@acme.com')
    const client = await portal.createClient(SENDER, 'leaks:read notices:own')
    await portal.allow(SENDER)
    const credentials = { client_id: client.id, client_secret: client.secret, grant_type: 'client_credentials' }
    const ask = async (more: Record<string, string>) => (await portal.askToken({ ...credentials, ...more })).json()
    const { access_token: token, scope } = await ask({ pessoa: 'Bia@ACME.com' })
    expect(scope).toBe('notices:own')
    const bearer = { authorization: `Bearer ${token}`, origin: PORTAL }
    const opened = await call('abrir', {}, bearer)
    expect(opened.json()).toMatchObject({ fontes: [{ titulo: 'loja' }], conferencia: { endereco: BIA } })
    expect(readableFor(opened)).toBe(PORTAL)
    expect((await call('resposta', {}, bearer)).statusCode).toBe(400)
    expect((await call('abrir', {}, { ...bearer, origin: 'https://evil.example' })).statusCode).toBe(403)
    expect((await portal.call('/emails', token, PORTAL)).statusCode).toBe(403)
    expect((await portal.preflight('/avisos/pessoa/abrir', PORTAL, 'POST')).statusCode).toBe(204)

    const { access_token: nobody } = await ask({ pessoa: 'eva@acme.com' })
    expect((await call('abrir', {}, { authorization: `Bearer ${nobody}` })).statusCode).toBe(404)
    const { access_token: whole } = await ask({})
    expect((await call('abrir', {}, { authorization: `Bearer ${whole}` })).statusCode).toBe(403)
    expect(await ask({ pessoa: BIA, scope: 'leaks:read notices:own' })).toMatchObject({ error: 'invalid_scope' })
    for (const pessoa of ['bia', '', ' ']) expect(await ask({ pessoa })).toMatchObject({ error: 'invalid_request' })
    const narrow = await portal.createClient(SENDER, 'notices:own domain:outra.com')
    const outside = { ...credentials, client_id: narrow.id, client_secret: narrow.secret, pessoa: BIA }
    expect((await portal.askToken(outside)).json()).toMatchObject({ error: 'invalid_scope' })

    const other = await portal.createClient('outro@outra.com', 'notices:own').catch(() => undefined)
    expect(other).toBeUndefined()
    await tokenOf('outro@outra.com')
    const stranger = await portal.createClient('outro@outra.com', 'notices:own')
    const strange = { ...credentials, client_id: stranger.id, client_secret: stranger.secret, pessoa: BIA }
    const { access_token: foreign } = (await portal.askToken(strange)).json()
    expect((await call('abrir', {}, { authorization: `Bearer ${foreign}` })).statusCode).toBe(404)
  })

  // Rule: P-NOTICE-1
  test('a session’s token beside a link changes nothing, and is no link', async () => {
    const { notify, call, token } = await createNoticeWorld(database())
    const { codigo } = await notify()
    const bearer = { authorization: `Bearer ${token}` }
    expect((await call('abrir', { codigo }, bearer)).statusCode).toBe(200)
    expect((await call('abrir', {}, bearer)).statusCode).toBe(404)
    expect((await call('abrir', { codigo }, { origin: 'https://evil.example' })).statusCode).toBe(403)
  })
})
