import { onPostgres } from '../../testing/each-database.ts'
import { chunksOf } from '../../testing/leak-content.ts'
import { createTestApi } from '../../testing/test-api.ts'
import { whileNoOther } from '../leaks/importing/only-import.ts'
import { createRemoval } from '../leaks/importing/removal.ts'
import { runImport } from '../leaks/importing/run-import.ts'
import { resumeRenewals } from './renew-numbers.ts'

const ANA = 'ana@acme.com'

onPostgres((database) => {
  const interrupted = async () => {
    const api = await createTestApi(database())
    const token = await api.tokenOf(ANA)
    await api.add(ANA, token)
    const stop = new AbortController()
    const content = chunksOf(`${ANA}:um`)
    const cut = await runImport(api.tools, {
      content,
      fileName: 'forum',
      source: 'forum',
      signal: stop.signal,
      onProgress: ({ renewed }) => (renewed === undefined ? undefined : stop.abort(new Error('interrupted'))),
    })
    expect(cut.kind).toBe('failed')
    const leaks = async () => (await api.get('/emails', token)).json()[0].numero_vazamentos
    expect(await leaks()).toBe(0)
    return { ...api.tools, leaks }
  }

  // Rule: M-IMPORT-7
  test('the numbers that an import has left are renewed by the next look, and while an import runs by none', async () => {
    const { leaks, ...tools } = await interrupted()
    await whileNoOther(database(), () => resumeRenewals(tools))
    expect(await leaks()).toBe(0)
    await resumeRenewals(tools)
    expect(await leaks()).toBe(1)
  })

  // Rule: M-IMPORT-12
  test('the numbers of an import that is taken back in part stay as they were', async () => {
    const { leaks, ...tools } = await interrupted()
    const removal = createRemoval(tools.database, tools.clock)
    const target = await removal.find('source', 'forum')
    if (target === undefined) throw new Error('no source')
    const stop = new AbortController()
    const options = { signal: stop.signal, onProgress: () => stop.abort(new Error('interrupted')) }
    await expect(removal.remove(target, options)).rejects.toThrow('interrupted')
    await resumeRenewals(tools)
    expect(await leaks()).toBe(0)
  })
})
