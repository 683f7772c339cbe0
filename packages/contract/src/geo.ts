import { z } from 'zod';

/** The languages spoken where the visitor's address is: `pl,en`. Empty if not known. */
export const GeoLanguages = z.object({ languages: z.string().max(200) });
