import { createContext, useContext } from 'react'

/** False in portals, which do not know the organisation's people. Default: true. */
export const PeopleContext = createContext(true)

export const useKnowsPeople = (): boolean => useContext(PeopleContext)
