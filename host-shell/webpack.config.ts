import { shellConfig } from '@atalaia/build'

export default shellConfig(import.meta.dirname)
