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

const checkers: readonly (readonly [string, string, readonly string[]])[] = [
  ['nginx', 'nginx.conf', ['-t', '-g', `pid ${folder}/nginx.pid;`, '-c']],
  ['caddy', 'Caddyfile', ['validate', '--adapter', 'caddyfile', '--config']],
  ['haproxy', 'haproxy.cfg', ['-c', '-f']],
]

test('each proxy that is installed accepts its file', async () => {
  const installed = checkers.filter(([program]) => isInstalled(program))
  const results = installed.map(async ([program, file, check]) => {
    const { code, output } = await runCaptured(program, [...check, onThisMachine(file)], {})
    return code === 0 ? [] : [`${program}: ${output}`]
  })
  expect((await Promise.all(results)).flat()).toEqual([])
})
