-- AlterEnum
ALTER TYPE "page_depth" ADD VALUE 'partial';
