import { chmod, lstat, mkdir, readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'

const [OTHERS, OTHERS_WRITE] = [0o077, 0o022]
const OWNER_ALONE = 0o700
const ROOT = 0

const foreignIn = async (folder: string, own: number): Promise<string | undefined> => {
  for (const entry of await readdir(folder, { recursive: true })) {
    const { uid } = await lstat(join(folder, entry))
    if (uid !== own && uid !== ROOT) return entry
  }
  return undefined
}

/**
 * Makes or takes a server's data folder, closed to other users. `warn` gets a line when it was
 * open. Rejects when another user owns the folder or its link, when others could write and put
 * something there, and when it stays open. Windows has neither users nor modes here (M-PRIVACY-9).
 */
export const claimDataFolder = async (folder: string, warn: (text: string) => void): Promise<void> => {
  await mkdir(folder, { recursive: true, mode: OWNER_ALONE })
  const own = process.geteuid?.()
  if (own === undefined) return
  const { uid, mode } = await stat(folder)
  const remedy = 'set DATA_DIR to a folder that the server makes itself, or one that belongs to its user alone'
  const link = await lstat(folder)
  if (link.isSymbolicLink() && link.uid !== own && link.uid !== ROOT)
    throw new Error(`data folder ${folder}: it is a link of user ${link.uid}, who can lead it elsewhere; ${remedy}`)
  if (uid !== own)
    throw new Error(`data folder ${folder}: it belongs to user ${uid}, this process runs as ${own}; ${remedy}`)
  if ((mode & OTHERS) === 0) return
  await chmod(folder, OWNER_ALONE).catch(() => undefined)
  // Some file systems take the change and keep the mode.
  if (((await stat(folder)).mode & OTHERS) !== 0)
    throw new Error(`data folder ${folder}: other users may enter it, and its mode cannot be changed; ${remedy}`)
  // A key that somebody else has put there is one that they know.
  const planted = (mode & OTHERS_WRITE) === 0 ? undefined : await foreignIn(folder, own)
  if (planted !== undefined) {
    // Open again, so that the next start refuses it, too.
    await chmod(folder, mode & 0o7777)
    throw new Error(
      `data folder ${folder}: other users could write to it, and ${planted} is not this user's; ${remedy}`,
    )
  }
  warn(`data folder ${folder}: other users could enter it; it is now closed to them (mode 0700)`)
}
