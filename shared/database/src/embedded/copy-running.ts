import { copyFile, cp, mkdir, readdir, rename, rm, writeFile } from 'node:fs/promises'
import { join, relative } from 'node:path'
import type { Client } from 'pg'
import { array, object, parse, string } from 'zod/mini'
import { giveToServer } from './binaries.ts'

/** Files of the running server, and files that it recreates. */
const LEFT_OUT =
  /^(postmaster\.(pid|opts)|run|server\.log(\.1)?|pg_wal|pg_replslot|pg_dynshmem|pg_notify|pg_stat_tmp)([/\\]|$)/
const EMPTY = ['pg_replslot', 'pg_dynshmem', 'pg_notify', 'pg_stat_tmp']

const labelSchema = array(object({ label: string() }))

/** Tolerates changing files: the write-ahead log has the difference. */
const copyLive = async (from: string, to: string): Promise<void> => {
  await mkdir(to, { mode: 0o700 })
  for (const entry of await readdir(from, { recursive: true, withFileTypes: true })) {
    const path = relative(from, join(entry.parentPath, entry.name))
    if (LEFT_OUT.test(path)) continue
    if (entry.isDirectory()) await mkdir(join(to, path), { recursive: true, mode: 0o700 })
    else
      await copyFile(join(from, path), join(to, path)).catch((error: unknown) => {
        if (!(error instanceof Error && 'code' in error && error.code === 'ENOENT')) throw error
      })
  }
}

/**
 * Copies a running server's folder (online backup,
 * https://www.postgresql.org/docs/18/continuous-archiving.html#BACKUP-LOWLEVEL-BASE-BACKUP). The
 * copy has everything that was committed at its end, and then replaces an earlier copy. `client` is
 * the superuser's. Rejects on a full disk, and leaves no partial copy.
 */
export const copyRunning = async (client: Client, folder: string, to: string): Promise<void> => {
  const draft = `${to}.draft`
  await rm(draft, { recursive: true, force: true })
  try {
    // Keeps the log of changes since the beginning until it is copied.
    await client.query(`SELECT pg_create_physical_replication_slot('copy', true, true)`)
    await client.query(`SELECT pg_backup_start('copy', true)`)
    await copyLive(folder, draft)
    const { rows } = await client.query('SELECT labelfile AS label FROM pg_backup_stop(false)')
    await writeFile(join(draft, 'backup_label'), parse(labelSchema, rows)[0]?.label ?? '')
    await cp(join(folder, 'pg_wal'), join(draft, 'pg_wal'), { recursive: true })
    for (const name of EMPTY) await mkdir(join(draft, name), { mode: 0o700 })
    for (const path of ['', ...(await readdir(draft, { recursive: true }))]) await giveToServer(join(draft, path))
    await rm(to, { recursive: true, force: true })
    await rename(draft, to)
  } catch (error) {
    await rm(draft, { recursive: true, force: true })
    throw error
  } finally {
    await client.query(`SELECT pg_drop_replication_slot('copy')`).catch(() => undefined)
  }
}
