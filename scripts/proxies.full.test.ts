import { ownCertificate, root, runCaptured } from '@atalaia/stack'
import { spawnSync } from 'node:child_process'
import { copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const proxies = join(root, 'deploy/proxies')
const folder = mkdtempSync(join(tmpdir(), 'proxies-'))
const tls = join(folder, 'tls')

beforeAll(async () => {
  const { certFile, keyFile } = await ownCertificate(tls)
  copyFileSync(certFile, join(tls, 'fullchain.pem'))
  copyFileSync(keyFile, join(tls, 'privkey.pem'))
  writeFileSync(join(tls, 'haproxy.pem'), `${readFileSync(certFile, 'utf8')}\n${readFileSync(keyFile, 'utf8')}`)
  copyFileSync(join(proxies, 'files.headers'), join(folder, 'files.headers'))
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** The checkers look up names and open files. */
const onThisMachine = (file: string): string => {
  const text = readFileSync(join(proxies, file), 'utf8')
    .replaceAll(/(?:gateway|api)-\d(?=:)/g, '127.0.0.1')
    .replaceAll('/etc/atalaia/tls', tls)
    .replaceAll('/var/cache/atalaia', join(folder, 'cache'))
  const copy = join(folder, file)
  writeFileSync(copy, text)
  return copy
}

const isInstalled = (program: string) => spawnSync(program, ['-h'], { stdio: 'ignore' }).error === undefined

describe.each([
  ['nginx', 'nginx.conf', ['-t', '-g', `pid ${folder}/nginx.pid;`, '-c']],
  ['caddy', 'Caddyfile', ['validate', '--adapter', 'caddyfile', '--config']],
  ['haproxy', 'haproxy.cfg', ['-c', '-f']],
])('%s', (program, file, check) => {
  const testInstalled = isInstalled(program) ? test : test.skip

  testInstalled('accepts the configuration of deploy/proxies', async () => {
    expect(await runCaptured(program, [...check, onThisMachine(file)], {})).toMatchObject({
      code: 0,
      output: expect.any(String),
    })
  })
})
