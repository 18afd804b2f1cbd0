import type { ListedAddress } from '@atalaia/contracts'
import { createPageWords } from '../language/page-words.ts'
import { addresses } from './addresses.messages.ts'

const useWords = createPageWords({ 'pt-BR': addresses })

export const useAddressesWords = () => {
  const words = useWords()
  const { t } = words
  return {
    ...words,
    stateText: ({ casos }: Pick<ListedAddress, 'casos'>): string => {
      const { novos = 0, em_andamento: inWork = 0, encerrados: closed = 0 } = casos ?? {}
      const open = [
        ...(novos > 0 ? [t('state.new', { count: novos })] : []),
        ...(inWork > 0 ? [t('state.work', { count: inWork })] : []),
      ]
      return open.length === 0 && closed > 0 ? t('state.closed') : open.join(', ')
    },
  }
}

export type AddressesWords = ReturnType<typeof useAddressesWords>
