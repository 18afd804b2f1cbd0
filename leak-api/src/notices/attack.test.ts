import { randomBytes } from 'node:crypto'
import { sql } from '@atalaia/database'
import { array, int, object, string } from 'zod/mini'
import { onPostgres } from '../../testing/each-database.ts'
import { PROOF_KEY } from '../../testing/leak-content.ts'
import { BIA, createNoticeWorld } from '../../testing/notices.ts'
import { blindPassword } from '../../testing/prover.ts'
import { createTestApi } from '../../testing/test-api.ts'
import { createProofTag } from '../base/store/proof-tags.ts'

const tagOf = async (key: Uint8Array, address: string, password: string) =>
  Buffer.from((await createProofTag(key))(address, password) ?? '').toString('base64url')

onPostgres((database) => {
  // Rule: P-NOTICE-5, M-NOTICE-5
  // Threat: T-NOTICE-2
  test('of forty guesses at once, through two processes, a link evaluates ten, and none afterwards', async () => {
    const world = await createNoticeWorld(database())
    const { codigo } = await world.notify()
    const other = await createTestApi(database(), { keys: world.keys, clock: world.clock })
    const { cego } = blindPassword(BIA, 'um palpite')
    const guesses = Array.from({ length: 40 }, (_, at) =>
      (at % 2 === 0 ? world : other).app.inject({
        method: 'POST',
        url: '/api/avisos/pessoa/avaliar',
        payload: { codigo, cego },
      }),
    )
    const statuses = (await Promise.all(guesses)).map(({ statusCode }) => statusCode)
    expect(statuses.filter((status) => status === 200)).toHaveLength(10)
    expect(statuses.filter((status) => status === 409)).toHaveLength(30)
    const { conferencia } = await world.open(codigo)
    expect(conferencia?.restantes).toBe(0)
    const after = await world.call('avaliar', { codigo, cego })
    expect([after.statusCode, after.json().detail]).toEqual([409, expect.stringContaining('conferências deste link')])
  })

  // Rule: M-NOTICE-4
  test('tags test no guess without the key: another key, address or half of the password gives other tags', async () => {
    const world = await createNoticeWorld(database())
    const { conferencia } = await world.open((await world.notify()).codigo)
    const marks = conferencia?.marcas ?? []
    expect(marks).toContain(await tagOf(PROOF_KEY, BIA, 'antiga'))
    for (const [key, address, password] of [
      [randomBytes(32), BIA, 'antiga'],
      [PROOF_KEY, 'caio@acme.com', 'antiga'],
      [PROOF_KEY, BIA, 'segredo do caio'],
      [PROOF_KEY, BIA, 'Antiga'],
    ] as const)
      expect(marks).not.toContain(await tagOf(key, address, password))
  })

  // Rule: M-NOTICE-4, M-NOTICE-5
  // Threat: T-NOTICE-2
  test('the link of one person tests no guess of another person’s password', async () => {
    const world = await createNoticeWorld(database())
    const [bia, caio] = [await world.notify(), await world.notify('caio@acme.com')]
    const { cego, finish } = blindPassword(BIA, 'antiga')
    const resultOf = async (codigo: string) => {
      const { conferencia } = await world.open(codigo)
      return finish((await world.call('avaliar', { codigo, cego })).json(), conferencia?.chave ?? '')
    }
    const marks = (await world.open(bia.codigo)).conferencia?.marcas
    expect(marks).toContain(await resultOf(bia.codigo))
    expect(marks).not.toContain(await resultOf(caio.codigo))
  })

  // Rule: M-NOTICE-4
  test('broken elements are refused, and cost evaluations, so that nothing is learned from failures', async () => {
    const world = await createNoticeWorld(database())
    const { codigo } = await world.notify()
    const identity = Buffer.alloc(32).toString('base64url')
    const noPoint = Buffer.alloc(32, 255).toString('base64url')
    for (const cego of [identity, noPoint]) expect((await world.call('avaliar', { codigo, cego })).statusCode).toBe(422)
    expect((await world.call('avaliar', { codigo, cego: 'AA' })).statusCode).toBe(400)
    expect((await world.open(codigo)).conferencia?.restantes).toBe(8)
  })

  // Rule: P-NOTICE-1, P-NOTICE-2
  // Threat: T-NOTICE-4
  test('guessed links open nothing, and the stored hash of a link is no link', async () => {
    const world = await createNoticeWorld(database())
    const { id } = await world.notify()
    const [kept] = await database().query(
      object({ hash: string(), links: int() }),
      sql`SELECT encode(token_hash, 'base64') AS hash, (SELECT count(*)::int FROM notice_link) AS links FROM notice_link`,
    )
    const stored = (kept?.hash ?? '').replaceAll('+', '-').replaceAll('/', '_').replace('=', '')
    const guesses = Array.from({ length: 200 }, () => randomBytes(32).toString('base64url'))
    const answers = new Set<string>()
    for (const codigo of [stored, ...guesses]) {
      const { statusCode, body } = await world.call('abrir', { codigo })
      answers.add(`${statusCode} ${body}`)
    }
    expect([...answers]).toEqual([expect.stringMatching(/^404 /)])
    const [notice] = await database().query(
      object({ opened: array(string()) }),
      sql`SELECT array_remove(array[opened_at::text], NULL) AS opened FROM notice WHERE id = ${id}::uuid`,
    )
    expect(notice?.opened).toEqual([])
  })

  // Rule: M-PRIVACY-2
  // Threat: T-NOTICE-4
  test('no line of the log has a link, a blinded element or the address', async () => {
    const world = await createNoticeWorld(database())
    const { codigo } = await world.notify()
    const before = world.log.length
    const { cego } = blindPassword(BIA, 'palpite')
    await world.open(codigo)
    await world.call('avaliar', { codigo, cego })
    await world.call('resposta', { codigo, resposta: 'vazada' })
    await world.call('pergunta', { codigo, texto: 'Que serviço?' })
    const lines = world.log.slice(before).join('')
    for (const secret of [codigo, cego, BIA, 'Que serviço']) expect(lines).not.toContain(secret)
  })
})
