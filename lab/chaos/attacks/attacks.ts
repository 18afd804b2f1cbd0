import type { Attack } from '../attack.ts'
import { clockJumps } from './clock-jumps.ts'
import { dashboards } from './dashboards.ts'
import { databaseCut } from './database-cut.ts'
import { databaseSilent, databaseStranded } from './database-silent.ts'
import { databaseSlow } from './database-slow.ts'
import { diskFull } from './disk-full.ts'
import { failover } from './failover.ts'
import { forgedReports } from './forged-reports.ts'
import { guesses } from './guesses.ts'
import { hostRotation } from './host-rotation.ts'
import { killedApi, killedGateway } from './kills.ts'
import { loginFlood } from './login-flood.ts'
import { nothing } from './nothing.ts'
import { oneAccount } from './one-account.ts'
import { slowBodies140, slowBodies2000 } from './slow-bodies.ts'
import { slowHeaders } from './slow-headers.ts'
import { slowReaders } from './slow-readers.ts'
import { s3Away, s3Silent, storeAway } from './store-away.ts'

export const attacks: readonly Attack[] = [
  nothing,
  slowBodies140,
  slowBodies2000,
  slowHeaders,
  slowReaders,
  hostRotation,
  loginFlood,
  guesses,
  forgedReports,
  oneAccount,
  dashboards,
  databaseCut,
  databaseSlow,
  databaseSilent,
  databaseStranded,
  storeAway,
  diskFull,
  clockJumps,
  killedApi,
  killedGateway,
  s3Away,
  s3Silent,
  failover,
]
