import { useEffect, useState, type ComponentType } from 'react'
import { consoleLogger } from '../platform/logger.ts'
import { useSessionState } from '../platform/shell-context.ts'
import { whenLoaded } from '../platform/browser.ts'
import type { OrganisationNoticesProps } from './organisation-notices.tsx'

export const OrganisationLines = ({ onOperator }: OrganisationNoticesProps) => {
  const session = useSessionState()
  const [loaded, setLoaded] = useState<{ Notices: ComponentType<OrganisationNoticesProps> }>()
  const isInOrganisation = session.status === 'active' && session.organisation !== undefined
  useEffect(() => {
    if (!isInOrganisation) return
    const load = async () => {
      try {
        const { OrganisationNotices } = await import(/* webpackChunkName: "signed-in" */ './organisation-notices.tsx')
        setLoaded({ Notices: OrganisationNotices })
      } catch (error) {
        consoleLogger.error('shell: the notices of the organisation cannot be loaded', error)
      }
    }
    whenLoaded(() => void load())
  }, [isInOrganisation])
  return loaded && isInOrganisation ? <loaded.Notices onOperator={onOperator} /> : null
}
