import { execFile } from 'node:child_process'
import { mkdtempSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { onPostgres } from '../../testing/each-database.ts'
import { createKeyCalls } from '../../testing/hibp.ts'
import { createTestApi } from '../../testing/test-api.ts'

const ROOT = join(import.meta.dirname, '../../..')
const run = promisify(execFile)

onPostgres((database) => {
  // Rule: M-REST-5
  test('the clients of docs/reference/api.md are made of our document, compile, read all findings and take on critical cases', async () => {
    const api = await createTestApi(database())
    const token = await api.tokenOf('ana@conta.com')
    await api.importText('forum', 'ana@acme.com:um\nrui@acme.com')
    for (const address of ['ana@acme.com', 'rui@acme.com']) await api.add(address, token)
    await api.importText('loja', 'ana@acme.com:um')
    const scope = 'findings:read cases:read cases:write'
    const { key } = await createKeyCalls(api).makeKey('ana@conta.com', scope)
    const url = await api.app.listen({ port: 0, host: '127.0.0.1' })

    const page = readFileSync(join(ROOT, 'docs/reference/api.md'), 'utf8')
    const [, section = ''] = /## A client in TypeScript\n(.*?)\n## /s.exec(page) ?? []
    const [program = '', response = ''] = Array.from(section.matchAll(/```ts\n(.*?)```/gs), ([, code = '']) => code)
    const folder = mkdtempSync(join(tmpdir(), 'api-client-'))
    symlinkSync(join(ROOT, 'lab/node_modules'), join(folder, 'node_modules'))
    writeFileSync(join(folder, 'package.json'), '{"type":"module"}')
    writeFileSync(join(folder, 'program.ts'), program)
    writeFileSync(join(folder, 'response.ts'), response)
    const inFolder = { cwd: folder, env: { ...process.env, KEY: key, ATALAIA: url } }

    const generator = join(ROOT, 'lab/node_modules/openapi-typescript/bin/cli.js')
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
    writeFileSync(
      join(folder, 'wrong-response.ts'),
      response.replace(
        /^.*api\.PATCH.*$/m,
        (text) => `// @ts-expect-error\n${text.replace('body })', 'body: { version: id } })')}`,
      ),
    )
    const sources = ['program.ts', 'wrong.ts', 'response.ts', 'wrong-response.ts']
    await run(join(ROOT, 'node_modules/.bin/tsc'), [...strict, ...types, ...sources], inFolder)
    const { stdout } = await run(process.execPath, ['program.ts'], inFolder)
    expect(stdout).toBe('ana@acme.com clear forum\nrui@acme.com none forum\nana@acme.com clear loja\n')
    const taken = async () =>
      (await run(process.execPath, ['response.ts'], inFolder)).stdout.trimEnd().split('\n').toSorted()
    expect(await taken()).toEqual(['ana@acme.com forum taken', 'ana@acme.com loja taken'])
    expect(await taken()).toEqual([''])
    const { linhas } = (await api.get('/casos?estado=em-andamento', token)).json()
    expect(linhas).toMatchObject([{ nota: 'SOC-1042' }, { nota: 'SOC-1042' }])
    await api.app.close()
  })
})
