import type { RemoteModule } from '@atalaia/react'
import { pages } from './routes.ts'

/** Each page's chunk loads on demand. */
export const activate: RemoteModule['activate'] = () => Object.entries(pages).map(([id, lazy]) => ({ id, lazy }))
