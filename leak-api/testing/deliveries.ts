import type { Database } from '@atalaia/database'
import type { Clock } from '../src/base/clock.ts'
import {
  createDeliveries,
  type Channel,
  type Deliveries,
  type DeliveryLog,
} from '../src/base/deliveries/send-deliveries.ts'
import { createMailChannel, type MailChannelOptions } from '../src/base/mail/mail-transport.ts'

const SILENT: DeliveryLog = { info: () => undefined, warn: () => undefined }

type SenderParts = { readonly database: Database; readonly clock: Clock; readonly log?: DeliveryLog }

export const createSender = ({ database, clock, log = SILENT }: SenderParts, channel: Channel): Deliveries =>
  createDeliveries({ database, clock, log, channels: [channel] })

export const createMailer = (options: MailChannelOptions & SenderParts): Deliveries =>
  createSender(options, createMailChannel(options))
