/** Texts about full grids, their numbers and the methods that generate them, loaded on demand. */

import grids from 'virtual:texts/grids';
import { addTexts } from '../app/i18n';

addTexts(grids);
