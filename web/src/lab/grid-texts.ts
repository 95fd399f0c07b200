/** The texts about full grids, their numbers and the methods that generate them. */

import grids from 'virtual:texts/grids';
import { addTexts } from '../app/i18n';

addTexts(grids);
