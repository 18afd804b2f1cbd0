import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { runAtalaia } from '../src/run-atalaia.ts'

export const SOURCE = {
  name: 'mfe-fora',
  version: '1.0.0',
  owner: 'time-fora',
  contract: '^1.0.0',
  token: false,
  api: false,
  routes: [{ id: 'home', path: '/app/fora', access: 'session', title: 'Fora' }],
  sidebar: [],
}

export const createRepository = async (files: Readonly<Record<string, string | object>>) => {
  const root = await mkdtemp(join(tmpdir(), 'atalaia-repository-'))
  const write = async (more: typeof files) => {
    for (const [path, content] of Object.entries(more)) {
      await mkdir(dirname(join(root, path)), { recursive: true })
      await writeFile(join(root, path), typeof content === 'string' ? content : JSON.stringify(content))
    }
  }
  await write({ 'package.json': {}, 'remote.json': SOURCE, ...files })
  return {
    root,
    write,
    run: async (...args: string[]) => {
      const said = { out: '', err: '' }
      const out = (text: string) => void (said.out += text)
      const err = (text: string) => void (said.err += text)
      const code = await runAtalaia({ args, root, env: {}, out, err })
      return { code, ...said }
    },
    remove: () => rm(root, { recursive: true, force: true }),
  }
}
