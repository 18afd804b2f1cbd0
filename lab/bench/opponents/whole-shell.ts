import { bootstrap } from '@bench/shell/bootstrap.tsx'
import { startPlatform } from '@bench/shell/start/start-platform.ts'

await bootstrap(startPlatform(document))
