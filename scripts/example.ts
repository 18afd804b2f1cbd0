import { buildPackages } from '@atalaia/stack'
import { exampleNames } from './support/examples/examples.ts'
import { startExamples } from './support/examples/start-examples.ts'
import { parseOptions, runServices, type RunningServices } from './support/run-script.ts'

const HELP = `npm run example -- NAME …
Starts portals that embed the analytics dashboard, with what they need: the API with demonstration data, and a gateway.
There are ${exampleNames().join(', ')}.

  PORT        where the first portal listens (3100); the next ones after it, or 0 for free ports
  DATA_DIR    where the data of the API lies (.cache/example-data)`

const { values, positionals: names } = parseOptions({
  allowPositionals: true,
  options: { help: { type: 'boolean', short: 'h', default: false } },
})

const start = async (services: RunningServices) => {
  console.log('Building what has changed …')
  await buildPackages({ log: console.log })
  const { gateway, portals, broken } = await startExamples({ names, onStarted: services.add })
  for (const { name, url } of portals) console.log(`${name}: ${url}`)
  console.log(`The gateway: ${gateway}\nStop them with Ctrl-C.\n`)
  process.send?.({ type: 'listening', url: gateway, portals })
  const { name, reason } = await broken
  if (!services.stopping) throw new Error(`${name} ${reason}: everything is stopped.`)
}

const unknown = names.find((name) => !exampleNames().includes(name))
if (values.help) console.log(HELP)
else if (names.length === 0 || unknown) {
  console.error(unknown ? `${unknown}: no such example\n\n${HELP}` : HELP)
  process.exitCode = 2
} else {
  await runServices(start)
}
