import { chmod, mkdir, stat } from 'node:fs/promises'

/** The bits of a mode that let other users in. */
const OTHERS = 0o077
const OWNER_ALONE = 0o700

/**
 * Makes a server's data folder, or takes the one that is there, so that no other user of the machine may enter it (M-PRIVACY-9). `warn`
 * gets a line when the folder was open to others until now.
 *
 * Rejects when the folder belongs to another user, or stays open to others. Windows has neither users nor modes here.
 */
export const claimDataFolder = async (folder: string, warn: (text: string) => void): Promise<void> => {
  await mkdir(folder, { recursive: true, mode: OWNER_ALONE })
  const own = process.geteuid?.()
  if (own === undefined) return
  const { uid, mode } = await stat(folder)
  const remedy = 'set DATA_DIR to a folder that the server makes itself, or one that belongs to its user alone'
  if (uid !== own)
    throw new Error(`data folder ${folder}: it belongs to user ${uid}, this process runs as ${own}; ${remedy}`)
  if ((mode & OTHERS) === 0) return
  await chmod(folder, OWNER_ALONE).catch(() => undefined)
  // Some file systems take the change and keep the mode.
  if (((await stat(folder)).mode & OTHERS) !== 0)
    throw new Error(`data folder ${folder}: other users may enter it, and its mode cannot be changed; ${remedy}`)
  warn(`data folder ${folder}: other users could enter it; it is now closed to them (mode 0700)`)
}
