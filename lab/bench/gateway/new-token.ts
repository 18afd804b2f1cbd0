import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { z } from 'zod'

const REMOTES = fileURLToPath(new URL('../../../gateway/src/cli/remotes.ts', import.meta.url))
const answerSchema = z.object({ token: z.string() })

export const newToken = async (dataDir: string, remote: string): Promise<string> => {
  const env = { ...process.env, DATA_DIR: dataDir }
  const args = [REMOTES, 'token', 'create', remote, '--json']
  const { stdout } = await promisify(execFile)(process.execPath, args, { env })
  return answerSchema.parse(JSON.parse(stdout)).token
}
