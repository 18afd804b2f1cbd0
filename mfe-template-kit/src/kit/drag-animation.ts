/** The animation of a dropped item (P-KIT-32). `duration` is in milliseconds. */
export const DRAG_ANIMATION = { duration: 200, easing: 'ease-out' }
