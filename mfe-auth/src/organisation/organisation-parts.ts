import { mayDo, PRODUCT_ROUTES, type Role } from '@atalaia/contracts'
import type { Part } from '../frame/parts.tsx'

export const organisationParts = (role: Role): readonly Part[] => {
  const isAdmin = mayDo(role, 'organisation:credentials')
  return [
    { id: 'geral', label: 'Geral' },
    { id: 'pessoas', label: 'Pessoas' },
    ...(isAdmin ? [{ id: 'seguranca', label: 'Segurança' }] : []),
    ...(isAdmin ? [{ id: 'integracoes', label: 'Integrações' }] : []),
    ...(mayDo(role, 'ownership:write') ? [{ id: 'retencao', label: 'Retenção' }] : []),
    ...(mayDo(role, 'audit:read') ? [{ id: 'auditoria', label: 'Auditoria', to: PRODUCT_ROUTES.audit }] : []),
    { id: 'perigo', label: 'Zona de perigo' },
  ]
}
