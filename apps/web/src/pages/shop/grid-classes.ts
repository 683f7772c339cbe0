export const packsGridClass = 'grid grid-cols-1 gap-5 xs:grid-cols-2 lg:grid-cols-4';
/** Of cards with more to read. */
export const plansGridClass = 'grid grid-cols-1 gap-5 sm:grid-cols-2 xl:grid-cols-4';
