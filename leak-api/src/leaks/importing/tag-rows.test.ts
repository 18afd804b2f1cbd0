import { sql } from '@atalaia/database'
import { object, string } from 'zod/mini'
import { onPostgres } from '../../../testing/each-database.ts'
import { chunksOf, FINGERPRINT_KEY, PROOF_KEY } from '../../../testing/leak-content.ts'
import { blindPassword } from '../../../testing/prover.ts'
import { createTestApi, type TestApi } from '../../../testing/test-api.ts'
import { createProofKey, createProofTag } from '../../base/store/proof-tags.ts'
import { createRemoval } from './removal.ts'
import { runImport } from './run-import.ts'

const ANA = 'ana@acme.com'
const BIA = 'bia@casa.com.br'
const LEAK = [
  `${ANA}:um`,
  `${ANA}:dois`,
  // The same pair, and a row without a password.
  `${ANA}:um`,
  ANA,
  `${BIA}:tres`,
  'rui@outra.com:um',
  'eva@acme.com:um',
].join('\n')

const textOf = (tag: Uint8Array) => Buffer.from(tag).toString('base64url')
const tagOf = async (address: string, password: string) =>
  textOf((await createProofTag(PROOF_KEY))(address, password) ?? new Uint8Array())
const tagsOf = async (...rows: readonly (readonly [address: string, password: string])[]) => {
  const written = rows.map(async (row) => `${row[0].split('@', 1)[0]} ${await tagOf(...row)}`)
  return (await Promise.all(written)).toSorted()
}

const importLeak = ({ tools }: TestApi, source: string, bulk: boolean, text = LEAK) =>
  runImport(tools, { content: chunksOf(text), fileName: source, source, bulk })

onPostgres((database) => {
  const tags = async () =>
    (
      await database().query(
        object({ text: string() }),
        sql`SELECT credential.local || ' ' || encode(tag, 'base64') AS text
            FROM proof_tag LEFT JOIN credential USING (address, pair)`,
      )
    )
      .map(({ text }) => text.replace(/=+$/, '').replaceAll('+', '-').replaceAll('/', '_'))
      .toSorted()
  const watch = async () => {
    const api = await createTestApi(database())
    const token = await api.tokenOf('chefe@empresa.com')
    await api.add(ANA, token)
    await database()
      .execute(sql`INSERT INTO watched_domain (organisation_id, domain, token, added_at, proved_at, proved_by)
      SELECT id, 'casa.com.br', 'x', now(), now(), 'dns' FROM organisation`)
    return api
  }

  // Rule: M-NOTICE-2
  test.each([false, true])(
    'of a leak (bulk: %s) only passwords of watched addresses and proved domains have tags, once a pair',
    async (bulk) => {
      const api = await watch()
      const expected = await tagsOf([ANA, 'um'], [ANA, 'dois'], [BIA, 'tres'])
      expect(await importLeak(api, 'forum', bulk)).toMatchObject({ kind: 'done', read: 7 })
      expect(await tags()).toEqual(expected)
      expect(await importLeak(api, 'forum', bulk)).toMatchObject({ kind: 'done', known: 7 })
      expect(await tags()).toEqual(expected)
    },
  )

  // Rule: M-NOTICE-2
  test('without a key of proofs an import writes no tags, and with it none of invented rows', async () => {
    const api = await watch()
    const tools = { ...api.tools, keys: { fingerprint: FINGERPRINT_KEY } }
    await runImport(tools, { content: chunksOf(LEAK), fileName: 'forum', source: 'forum' })
    await api.importInvented('loja', LEAK)
    expect(await tags()).toEqual([])
  })

  // Rule: M-NOTICE-3
  test('the removal of an import takes its tags, and leaves those of pairs that another import has', async () => {
    const api = await watch()
    await importLeak(api, 'forum', false)
    await importLeak(api, 'forum', false, `${ANA}:um`)
    await importLeak(api, 'loja', false, `${ANA}:um`)
    const removal = createRemoval(database(), api.clock)
    const [first] = await database().query(object({ id: string() }), sql`SELECT min(id)::text AS id FROM import`)
    const target = await removal.find('import', first?.id ?? '')
    if (target === undefined) throw new Error('no import')
    await removal.remove(target)
    expect(await tags()).toEqual(await tagsOf([ANA, 'um'], [ANA, 'um']))
  })
})

// Rule: M-NOTICE-4
test('a tag is what a browser makes of the evaluation of the blinded password, and differs by address, password and key', async () => {
  const { publicKey, evaluate } = createProofKey(PROOF_KEY, ANA)
  const through = (address: string, password: string) => {
    const { cego, finish } = blindPassword(address, password)
    const evaluated = evaluate(Buffer.from(cego, 'base64url'))
    const answer = { avaliado: textOf(evaluated?.evaluated ?? publicKey), prova: textOf(evaluated?.proof ?? publicKey) }
    return finish({ ...answer, restantes: 1 }, textOf(publicKey))
  }
  expect(through(ANA, 'um')).toBe(await tagOf('Ana@acme.com', 'um'))
  expect(through(ANA, 'São João é 1')).toBe(await tagOf(ANA, 'São João é 1'))
  // The key of one address makes no tags of another.
  expect(through(BIA, 'um')).not.toBe(await tagOf(BIA, 'um'))
  const other = (await createProofTag(Buffer.alloc(32, 9)))(ANA, 'um')
  const different = await Promise.all([tagOf(ANA, 'um'), tagOf(ANA, 'dois'), tagOf(BIA, 'um')])
  expect(new Set([...different, textOf(other ?? publicKey)]).size).toBe(4)
  expect((await createProofTag(PROOF_KEY))(ANA, 'x'.repeat(70_000))).toBeUndefined()
  for (const bad of [Buffer.alloc(32), Buffer.alloc(32, 255), Buffer.alloc(31, 1)])
    expect(evaluate(bad)).toBeUndefined()
})
