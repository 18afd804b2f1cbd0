import { createInterface } from 'node:readline/promises'
import { join } from 'node:path'
import type { RequestWords } from '@atalaia/create-remote'
import { root } from '@atalaia/stack'
import { pnpmVersion } from './bootstrap/install.mjs'
import { checkRequest } from './support/new-remote/check-request.ts'
import { writeRemote } from './support/new-remote/write-remote.ts'
import { parseOptions, runScript } from './support/run-script.ts'
import { runStreamed } from './support/run-streamed.ts'

const HELP = `npm run new:remote -- mfe-reports [--title "Relatórios"] [--owner time-reports]
Makes a remote that builds, has tests, and has a page at /app/reports with an entry in the sidebar.

  --title TEXT    what people read in the page and in the sidebar, in Portuguese
  --owner TEAM    the team that answers for it
  --in FOLDER     the workspace that it is made in; this one by default
  --no-install    do not link the packages that it uses`

const { values, positionals } = parseOptions({
  allowPositionals: true,
  options: {
    title: { type: 'string' },
    owner: { type: 'string' },
    in: { type: 'string', default: root },
    'no-install': { type: 'boolean', default: false },
    help: { type: 'boolean', short: 'h', default: false },
  },
})

const askedFor = async (): Promise<RequestWords> => {
  const [name] = positionals
  if (positionals.length > 1) throw new Error(`One remote at a time: ${positionals.join(', ')} are several`)
  if (name !== undefined) return { name, title: values.title, owner: values.owner }
  if (!process.stdin.isTTY) throw new Error(`The name of the remote is missing.\n\n${HELP}`)
  const prompt = createInterface({ input: process.stdin, output: process.stdout })
  const ask = async (question: string) => (await prompt.question(question)).trim()
  try {
    return {
      name: await ask('Name, mfe- and what it is about (mfe-reports): '),
      title: values.title ?? ((await ask('Title that people read, in Portuguese (from the name): ')) || undefined),
      owner: values.owner ?? ((await ask('Team that answers for it (from the name): ')) || undefined),
    }
  } finally {
    prompt.close()
  }
}

const install = async (): Promise<void> => {
  const pnpm = `pnpm@${pnpmVersion(join(root, 'pnpm-workspace.yaml'))}`
  const command = ['--yes', pnpm, 'install', '--no-frozen-lockfile']
  const code = await runStreamed('npx', command, { ...process.env, CI: 'true' }, values.in)
  if (code !== 0) throw new Error(`Its packages could not be linked; run npx ${pnpm} install`)
}

const run = async () => {
  const checked = checkRequest(await askedFor(), values.in)
  if (!checked.ok) throw new Error(checked.message)
  const { request } = checked
  for (const path of writeRemote(request, values.in)) console.log(`  ${path}`)
  if (!values['no-install']) await install()
  console.log(`
${request.name} is made. Its page is at ${request.path}.

  npm run dev -- ${request.name} --alone          it alone, with live reload
  node_modules/.bin/jest ${request.name}          its tests
  npm run remotes -- publish ${request.name}      its first version to a gateway, then promote it there`)
}

if (values.help) {
  console.log(HELP)
} else {
  await runScript(run)
}
