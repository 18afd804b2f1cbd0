import { spawnSync } from 'node:child_process'
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readdirSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { root } from '@atalaia/stack'

const WRITE = 'for word; do case $word in --file=*) echo rows > "${word#--file=}";; esac; done'

const createInstallation = (pgDump: string) => {
  const place = mkdtempSync(join(tmpdir(), 'backup-'))
  const [bin, folder, stamp] = [join(place, 'bin'), join(place, 'saved'), join(place, 'stamp')]
  mkdirSync(bin)
  writeFileSync(join(bin, 'pg_dump'), `#!/bin/sh\n${pgDump}\n`)
  chmodSync(join(bin, 'pg_dump'), 0o755)
  const env = {
    ...process.env,
    PATH: `${bin}:${process.env['PATH']}`,
    API_DATABASE_URL: 'postgresql://api@host/atalaia',
    GATEWAY_DATABASE_URL: 'postgresql://gateway@host/atalaia',
    RESTORE_DATABASE_URL: 'postgresql://nobody@127.0.0.1:1/postgres',
    BACKUP_STAMP: stamp,
  }
  const run = (script: string) => {
    const { status, stderr } = spawnSync('sh', [join(root, 'deploy/backup', script), folder], { env, encoding: 'utf8' })
    return { status, stderr }
  }
  const saved = () => readdirSync(folder).filter((name) => name !== '.lock')
  return { folder, stamp, run, saved }
}

// Rule: M-BACKUP-1
test.each([
  ['fails', `${WRITE}; echo 'pg_dump: error: no space' >&2; exit 1`, 1],
  ['is killed with its backup', `${WRITE}; kill -9 $PPID`, null],
])('a dump that %s leaves no backup, and the next one removes its rest', (_what, pgDump, status) => {
  const installation = createInstallation(pgDump)
  expect(installation.run('backup.sh').status).toBe(status)
  expect(installation.saved().filter((name) => !name.endsWith('.part'))).toEqual([])
  expect(installation.run('backup.sh').status).toBe(status)
  expect(installation.saved().length).toBeLessThan(2)
})

// Rule: M-BACKUP-1, M-BACKUP-2
test('a backup is one folder, and a stamp is made neither for a changed file nor for a restore that fails', () => {
  const { folder, stamp, run, saved } = createInstallation(WRITE)
  expect(run('backup.sh')).toEqual({ status: 0, stderr: '' })
  const [name = ''] = saved()
  expect(name).toMatch(/^\d{4}-\d\d-\d\dT\d{6}Z$/)
  expect(readdirSync(join(folder, name)).toSorted()).toEqual(['SHA256SUMS', 'gateway.dump', 'leaks.dump'])
  expect(run('restore-test.sh').status).not.toBe(0)
  writeFileSync(join(folder, name, 'leaks.dump'), 'other rows')
  expect(run('restore-test.sh').stderr).toContain('did NOT match')
  expect(existsSync(stamp)).toBe(false)
})
