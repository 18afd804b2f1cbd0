import { ensureBrowser } from '@atalaia/stack'
import { build, e2e } from './support/tests/steps.ts'

const HELP = `npm run play
Plays on the real servers, in a real browser, how a team ships its remote alone: a version that is seen on the next
load, a broken canary that 20 browsers fall back from and the gateway takes back by itself, a rollback, and a tab that
works through it all; for the dashboard and for the landing page. Then a rollout that steps up by itself, one that a
render crash ends at 10 %, and the console that tells why: its pictures lie in .cache/play. It shows the moves and the hashes of the shell's
files, before and after. At last a day of who watches for leaks: a domain is proved, two logs come, one mail leads to the address,
its case is handled and opened again, the report and the dossier are made. \`npm test -- --all\` does the same with 4 of the 20 browsers.`

if (process.argv.includes('--help') || process.argv.includes('-h')) {
  console.log(HELP)
} else {
  await ensureBrowser(console.log)
  const built = await build({ withLab: false })
  process.env['PLAY'] = '1'
  const { failed } = built.failed > 0 ? built : await e2e(['shipping/(analytics|landing|rollout)', 'day.spec'])
  process.exit(failed > 0 ? 1 : 0)
}
