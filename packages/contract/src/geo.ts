import { z } from 'zod';

/** The languages of the place that the visitor's address belongs to: `pl,en`. Empty where that is not known. */
export const GeoLanguages = z.object({ languages: z.string().max(200) });
