import { execFile } from 'node:child_process'
import { mkdtempSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { onPostgres } from '../testing/each-database.ts'
import { createKeyCalls } from '../testing/hibp.ts'
import { createTestApi } from '../testing/test-api.ts'

const ROOT = join(import.meta.dirname, '../..')
const run = promisify(execFile)

onPostgres((database) => {
  // Rule: M-REST-5
  test('the client of docs/api.md is made of our document, compiles, and reads all findings', async () => {
    const api = await createTestApi(database())
    const token = await api.tokenOf('ana@conta.com')
    await api.importText('forum', 'ana@acme.com:um\nrui@acme.com')
    for (const address of ['ana@acme.com', 'rui@acme.com']) await api.add(address, token)
    const { key } = await createKeyCalls(api).makeKey('ana@conta.com', 'findings:read')
    const url = await api.app.listen({ port: 0, host: '127.0.0.1' })

    const page = readFileSync(join(ROOT, 'docs/api.md'), 'utf8')
    const [, program = ''] = /## A client in TypeScript\n.*?```ts\n(.*?)```/s.exec(page) ?? []
    const folder = mkdtempSync(join(tmpdir(), 'api-client-'))
    symlinkSync(join(ROOT, 'leak-api/node_modules'), join(folder, 'node_modules'))
    writeFileSync(join(folder, 'package.json'), '{"type":"module"}')
    writeFileSync(join(folder, 'program.ts'), program)
    const inFolder = { cwd: folder, env: { ...process.env, KEY: key, ATALAIA: url } }

    const generator = join(ROOT, 'leak-api/node_modules/openapi-typescript/bin/cli.js')
    await run(process.execPath, [generator, `${url}/api/v1/openapi.json`, '-o', 'atalaia-api.d.ts'], inFolder)
    // The types are not `any`: a field that the document does not have is noticed.
    const line = /^ *for \(const \{ address.*$/m
    writeFileSync(
      join(folder, 'wrong.ts'),
      program.replace(line, (text) => `// @ts-expect-error\n${text.replace('source.name', 'source.nome')}`),
    )
    const strict = [
      '--noEmit',
      '--strict',
      '--module',
      'nodenext',
      '--target',
      'es2023',
      '--allowImportingTsExtensions',
    ]
    const types = ['--types', 'node', '--typeRoots', join(ROOT, 'node_modules/@types')]
    const sources = ['program.ts', 'wrong.ts']
    await run(join(ROOT, 'node_modules/.bin/tsc'), [...strict, ...types, ...sources], inFolder)
    const { stdout } = await run(process.execPath, ['program.ts'], inFolder)
    expect(stdout).toBe('ana@acme.com clear forum\nrui@acme.com none forum\n')
    await api.app.close()
  })
})
